// The invitation: the table's link, which holds no seat, as text, to copy, to share and as a QR code.

import { button, dialog, h } from "./draw.js";
import { qr } from "./qr.js";
import { announce } from "./speak.js";
import { t } from "./words.js";

/** @param {string} base @param {string} id */
export function inviteBox(base, id) {
  const link = new URL(`${base}t/${id}`, location.href).href;
  const text = h("input", { readonly: true, value: link, "aria-label": t("ui.action.invite") });
  text.addEventListener("focus", () => text.select());
  return h("div", { class: "invite" },
    h("p", {}, t("ui.room.invite")),
    text,
    h("div", { class: "row" }, button("ui.action.copy_link", () => void copy(link)), "share" in navigator && button("ui.action.share", () => void navigator.share({ url: link }).catch(() => {}))),
    qr(link, t("ui.room.qr")));
}

/** @param {string} link */
export async function copy(link) {
  let key = "ui.room.link_copied";
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    key = "ui.room.copy_failed";
  }
  announce(t(key));
}

/** @param {string} base @param {string} id */
export function inviteDialog(base, id) {
  dialog(t("ui.action.invite"), inviteBox(base, id));
}
