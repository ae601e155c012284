/** The text of a mail; the layout is the same for all. */
export interface MailText {
  subject: string;
  heading: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  /** Why the person got it and what to do if it was not expected. */
  footnote: string;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

export const MAIL_FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function paragraphHtml(text: string): string {
  return `<p style="margin:0 0 14px;font-size:15px;line-height:1.6;color:#3a404a">${escapeHtml(text)}</p>`;
}

function buttonHtml(button: { label: string; url: string }): string {
  const url = escapeHtml(button.url);
  return `<p style="margin:24px 0 20px"><a href="${url}" style="display:inline-block;background:#1f6feb;color:#ffffff;text-decoration:none;font-weight:600;font-size:15px;padding:11px 20px;border-radius:8px">${escapeHtml(button.label)}</a></p>
<p style="margin:0 0 14px;font-size:13px;line-height:1.6;color:#545b67">Or copy this address into your browser:<br><a href="${url}" style="color:#1f6feb;word-break:break-all">${url}</a></p>`;
}

// Mail clients know neither external styles nor SVG, so the mark is two table cells of colour.
export const MARK_HTML = `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 26px"><tr>
<td style="background:#1f5fc9;border-radius:8px;padding:6px 8px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td style="padding-top:5px"><div style="width:6px;height:13px;border-radius:2px;background:#9cbcf2"></div></td><td style="width:3px"></td>
<td style="padding-bottom:5px"><div style="width:6px;height:13px;border-radius:2px;background:#ffffff"></div></td></tr></table></td>
<td style="padding-left:10px;font-size:16px;font-weight:600;color:#14161a" class="t1">Trailmark</td></tr></table>`;

export function renderHtml(mail: MailText): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(mail.subject)}</title></head>
<body style="margin:0;background:#f3f4f6;${MAIL_FONT}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:36px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e6e8ec;border-radius:12px"><tr><td style="padding:30px 32px 22px">
${MARK_HTML}
<h1 style="margin:0 0 14px;font-size:20px;line-height:1.35;font-weight:600;color:#14161a">${escapeHtml(mail.heading)}</h1>
${mail.paragraphs.map(paragraphHtml).join('\n')}
${mail.button ? buttonHtml(mail.button) : ''}
</td></tr><tr><td style="border-top:1px solid #e6e8ec;padding:16px 32px 20px;font-size:12.5px;line-height:1.6;color:#6d7480">${escapeHtml(mail.footnote)}</td></tr></table>
</td></tr></table></body></html>`;
}

export function renderText(mail: MailText): string {
  const button = mail.button ? [`${mail.button.label}:\n${mail.button.url}`] : [];
  return [mail.heading, ...mail.paragraphs, ...button, mail.footnote].join('\n\n');
}
