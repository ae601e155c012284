import { mailButton, mailFrame, mailHeading, mailLink } from '../../platform/mail-frame.ts';
import { escapeHtml } from '../../platform/mail-layout.ts';
import { nameInMail } from '../../platform/mail-name.ts';
import {
  type AlertContent,
  type AlertLine,
  type AlertSection,
  sectionsOf,
  subjectOf,
  titleOf,
  whyWords,
} from './alert-content.ts';

function lineHtml({ title, details, url, linkLabel }: AlertLine): string {
  const rows = details
    .map(
      (text) =>
        `<div class="t2" style="font-size:13px;line-height:1.6;color:#3a404a">${escapeHtml(text)}</div>`,
    )
    .join('');
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 10px"><tr>
<td class="soft" style="background:#f6f7f9;border-radius:8px;padding:11px 14px">
<div class="t1" style="font-size:15px;font-weight:600;line-height:1.5;color:#14161a;padding-bottom:2px">${escapeHtml(title)}</div>
${rows}<div style="font-size:13px;line-height:1.6;padding-top:4px">${mailLink(url, linkLabel)}</div></td></tr></table>`;
}

function sectionHtml({ heading, lines, more }: AlertSection): string {
  const rest =
    more > 0 ? `<p class="t3" style="margin:8px 0 0;font-size:13px;color:#6d7480">And ${more} more.</p>` : '';
  return mailHeading(heading) + lines.map(lineHtml).join('') + rest;
}

const subtitleOf = ({ projectName, timezone }: AlertContent) =>
  `${nameInMail(projectName)}. Days in ${timezone}.`;

export function alertHtml(content: AlertContent): string {
  const sections = sectionsOf(content).map(sectionHtml).join('\n');
  return mailFrame({
    subject: subjectOf(content),
    title: titleOf(content),
    subtitle: subtitleOf(content),
    bodyHtml: `${sections}\n${mailButton(content.alertsUrl, 'Open alerts')}`,
    footerHtml: `${escapeHtml(whyWords(content))} ${mailLink(content.unsubscribeUrl, 'Unsubscribe')} or ${mailLink(content.alertsUrl, 'mute or change alerts')}.`,
  });
}

function lineText({ title, details, url, linkLabel }: AlertLine): string {
  return [title, ...details.map((text) => `  ${text}`), `  ${linkLabel}: ${url}`].join('\n');
}

/** The same as plain text. */
export function alertText(content: AlertContent): string {
  const sections = sectionsOf(content).map(({ heading, lines, more }) =>
    [heading.toUpperCase(), ...lines.map(lineText), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n'),
  );
  return [
    `${titleOf(content)}\n${subtitleOf(content)}`,
    ...sections,
    `Open alerts:\n${content.alertsUrl}`,
    `${whyWords(content)}\nUnsubscribe: ${content.unsubscribeUrl}`,
  ].join('\n\n');
}
