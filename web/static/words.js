/* What the page itself says, in both languages. */
"use strict";

const WORDS = {
  offline: ["Connection to the table lost. Trying again ...", "與桌面的連線中斷，正在重試……"],
  join: ["You are watching. To take part, scan the QR code at the table or type its code.",
         "你正在觀看。要參與，請掃描桌上的 QR 碼或輸入代碼。"],
  code: ["Join code", "加入代碼"],
  joinButton: ["Join", "加入"],
  invite: ["Let another phone join", "讓另一支手機加入"],
  inviteHelp: ["Scan this with the other phone.", "用另一支手機掃描。"],
  doctor: ["Something wrong? Examine camera, light and network", "有問題？檢查相機、光線與網路"],
  setup: ["Teach your own copy", "教系統認識你的版本"],
  calibrate: ["Calibrate a camera", "校正相機"],
  inviteAlt: ["QR code of the table's address", "桌面網址的 QR 碼"],
  ok: ["Yes.", "可以。"],
  refused: ["No.", "不行。"],
  unsure: ["Unsure.", "不確定。"],
  info: ["", ""],
  details: ["How it adds up", "分數如何計算"],
  nearer: ["The places are small: shown larger. Tap again to choose.",
           "位置很小，已放大。請再點一次選擇。"],
  larger: ["Larger", "放大"],
  smaller: ["Smaller", "縮小"],
  boards: ["Boards", "圖板"],
  canTap: ["something to tap", "可以點選"],
  spot: { chosen: ["chosen", "已選"], marked: ["this is what the verdict is about", "判定所指"] },
  speak: ["Read verdicts aloud", "朗讀判定"],
  speaks: ["Stop reading aloud", "停止朗讀"],
  numbers: ["The numbers", "數字"],
  points: ["{name}: {values}", "{name}：{values}"],
  inviteTable: ["A tablet for the middle of the table", "放在桌面中央的平板"],
  failed: ["That did not reach the table. Check the connection and try again.",
           "沒有送到桌面。請檢查連線後再試。"],
};
const LANGUAGES = ["en", "zh"];
const LANGUAGE_TAGS = { en: "en", zh: "zh-Hant" };
const LANGUAGE_NAMES = { en: "English", zh: "中文" };

const say = (text) => (text ? text[state.language] : "");
const word = (key) => WORDS[key][LANGUAGES.indexOf(state.language)];
