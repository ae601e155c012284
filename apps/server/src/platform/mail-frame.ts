import { escapeHtml, MAIL_FONT, MARK_HTML } from './mail-layout.ts';

// Mail programs without <style> show the light colours of the style attributes; those with it follow the system.
const DARK = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.bg{background:#0b0d10!important}.card{background:#14171c!important;border-color:#262b33!important}
.t1{color:#f2f4f7!important}.t2{color:#b6bdc9!important}.t3{color:#939ba8!important}
.line{border-color:#262b33!important}.good{color:#4ec98f!important}.bad{color:#ff8078!important}
.same{color:#939ba8!important}.link{color:#7fb0ff!important}.soft{background:#1b1f26!important}}
@media (max-width:480px){.pad{padding-left:18px!important;padding-right:18px!important}.wide{display:none!important}}`;

export const mailHeading = (text: string) =>
  `<h2 class="t1" style="margin:26px 0 8px;font-size:15px;line-height:1.4;font-weight:600;color:#14161a">${escapeHtml(text)}</h2>`;

export const mailLink = (url: string, text: string) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:#1f5fc9">${escapeHtml(text)}</a>`;

export const mailButton = (url: string, text: string) =>
  `<p style="margin:26px 0 0"><a href="${escapeHtml(url)}" style="display:inline-block;background:#1f5fc9;color:#ffffff;text-decoration:none;font-weight:600;font-size:15px;padding:11px 20px;border-radius:8px">${escapeHtml(text)}</a></p>`;

interface MailFrame {
  subject: string;
  title: string;
  subtitle: string;
  bodyHtml: string;
  footerHtml: string;
}

/** The frame of mails with tables and colours, for light and dark. */
export function mailFrame({ subject, title, subtitle, bodyHtml, footerHtml }: MailFrame): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${DARK}</style></head>
<body class="bg" style="margin:0;background:#f3f4f6;${MAIL_FONT}"><table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6"><tr><td align="center" style="padding:28px 10px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:620px;background:#ffffff;border:1px solid #e6e8ec;border-radius:12px"><tr><td class="pad" style="padding:28px 32px 26px">
${MARK_HTML}
<h1 class="t1" style="margin:0 0 4px;font-size:21px;line-height:1.35;font-weight:600;color:#14161a">${escapeHtml(title)}</h1>
<p class="t3" style="margin:0;font-size:13px;line-height:1.6;color:#6d7480">${escapeHtml(subtitle)}</p>
${bodyHtml}
</td></tr><tr><td class="line t3 pad" style="border-top:1px solid #e6e8ec;padding:16px 32px 20px;font-size:12.5px;line-height:1.6;color:#6d7480">${footerHtml}</td></tr></table>
</td></tr></table></body></html>`;
}
