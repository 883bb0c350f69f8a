"""A soak in words: a line a sample, the verdict as a table, all samples as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import click

from companion.soak.tally import Sample
from companion.soak.trial import Trial
from companion.soak.verdict import Finding, findings

HEAD = f"{'time':>8} {'table':<18} life   memory threads handles    median  slowest"
_MOST_WRONG = 20
_COLUMNS = ("at_s", "life", "resident_mb", "threads", "handles", "latency_ms", "slowest_ms")


def tell_sample(trial: Trial, sample: Sample) -> None:
    """Print one sample."""
    minutes, seconds = divmod(int(sample.at_s), 60)
    click.echo(
        f"{minutes:>5}:{seconds:02} {trial.plan.name:<18} {sample.life:>4} "
        f"{sample.resident_mb:>5.0f} MB {sample.threads:>7} {sample.handles:>7} "
        f"{sample.latency_ms:>6.0f} ms {sample.slowest_ms:>5.0f} ms"
    )


def as_csv(trials: Sequence[Trial]) -> str:
    """Every sample of every table."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("table", *_COLUMNS))
    for trial in trials:
        for sample in trial.tally.samples:
            values = (f"{getattr(sample, name):.6g}" for name in _COLUMNS)
            writer.writerow((trial.plan.name, *values))
    return out.getvalue()


def tell_verdict(trials: Sequence[Trial]) -> bool:
    """Print every figure beside its goal; whether all that is judged was reached."""
    found = [each for trial in trials for each in findings(trial.plan.name, trial.tally)]
    click.echo("")
    for finding in found:
        click.echo(_line(finding))
    wrong = [each for trial in trials for each in trial.tally.wrong]
    for each in wrong[:_MOST_WRONG]:
        click.echo(f"  ! {each}")
    if len(wrong) > _MOST_WRONG:
        click.echo(f"  ! and {len(wrong) - _MOST_WRONG} more")
    missed = sum(not finding.met for finding in found)
    click.echo("Verdict: every goal reached." if not missed else f"Verdict: {missed} goals missed.")
    return not missed


def _line(finding: Finding) -> str:
    mark = " " if finding.met else "!"
    goal = "" if finding.goal is None else f"  at most {finding.goal:g}"
    value = f"{finding.value:.5g} {finding.unit}"
    return f"{mark} {finding.table:<18} {finding.what:<28} {value:>14}{goal}"
