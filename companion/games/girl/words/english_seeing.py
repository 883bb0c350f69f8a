"""English: what lies wrong on a table that is looked at."""

from __future__ import annotations

ENGLISH_SEEING = {
    "reason.light_due": "A Light belongs on this tile: {should}.",
    "reason.light_early": "The Light on this tile can't be taken yet: {should}.",
    "reason.light_left": "All lines of this tile are met, so its Light is taken: {seen}.",
    "reason.light_white": "No Light belongs here.",
    "reason.bonus_lies": "The Bonus token should lie like this: {should}.",
    "reason.reward_left": "Cleanup discards the marked Connection Reward; now on top: {should}.",
    "reason.reward_early": "A Connection Reward stays on its pile until Cleanup: {should}.",
    "reason.mark_lies": "Stardust marks the piles that scored in this round, and no others.",
    "reason.score_marker": "The score marker of {seat} stands on {seen}; it belongs on {should}.",
    "reason.elder_place": "The last Elder moves to the space that the Girl left; here: {should}.",
    "reason.ash_left": "The Wood Ash that nobody selects goes back into the bag.",
    "reason.may_not_leave": "This may not be taken away: {kind}.",
    "reason.does_not_belong": "This may not be put here now: {kind}.",
}
