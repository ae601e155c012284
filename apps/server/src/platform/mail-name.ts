/** So much of a name fits into a subject. */
const NAME_LENGTH = 60;

/** A run of digits that phones offer to call. */
const PHONE = /\+?\d(?:[\s().-]*\d){6,}/g;

/** A dot that separates the parts of a host name, in all its forms: https://www.unicode.org/reports/tr46/#TableDerivationStep1 */
const DOTS = /[.．․。｡]+(?=[^\s.．․。｡])(?!(?<=\d.)\d)/g;

/** Text in which a mail client finds no address to link: dots, colons and @ that could be part of one are separated by spaces. */
export function withoutLinks(text: string): string {
  return text
    .replace(DOTS, (dots) => `${dots} `)
    .replace(/[:：](?=\S)/g, ': ')
    .replace(/(?<=\S)[@＠]|[@＠](?=\S)/g, ' @ ')
    .replace(/\\(?=\S)/g, '\\ ');
}

/** A name that somebody chose, as a mail shows it: one short line of plain text without anything to click or call. */
export function nameInMail(name: string): string {
  const line = name
    // Control characters, line breaks, and invisible ones that change how the rest is read.
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(PHONE, '…');
  const characters = [...withoutLinks(line).replace(/ +/g, ' ').trim()];
  return characters.length > NAME_LENGTH
    ? `${characters.slice(0, NAME_LENGTH - 1).join('')}…`
    : characters.join('');
}
