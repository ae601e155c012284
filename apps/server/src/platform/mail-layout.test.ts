import { describe, expect, test } from 'vitest';
import { type MailText, renderHtml, renderText } from './mail-layout.ts';

const MAIL: MailText = {
  subject: 'Asha invites you',
  heading: 'Join Kite',
  paragraphs: ['The first paragraph.', 'The second paragraph.'],
  button: { label: 'View invite', url: 'https://trailmark.example.com/invite#token=abc-DEF_123' },
  footnote: 'Why you get this.',
};

const EVIL = `<script>alert("1")</script>&amp;'`;
const ESCAPED = '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#38;amp;&#39;';

describe('the HTML part', () => {
  test.each<[string, Partial<MailText>]>([
    ['subject', { subject: EVIL }],
    ['heading', { heading: EVIL }],
    ['paragraphs', { paragraphs: ['Good', EVIL] }],
    ['label of the button', { button: { label: EVIL, url: 'https://example.com' } }],
    ['address of the button', { button: { label: 'Go', url: `https://example.com/${EVIL}` } }],
    ['footnote', { footnote: EVIL }],
  ])('escapes the %s', (_, change) => {
    const html = renderHtml({ ...MAIL, ...change });
    expect(html).toContain(ESCAPED);
    expect(html).not.toContain('<script');
    expect(html).not.toContain(EVIL);
  });

  test('says everything, and the address of the button twice: to click and to copy', () => {
    const html = renderHtml(MAIL);
    const words = [MAIL.subject, MAIL.heading, ...MAIL.paragraphs, 'View invite', MAIL.footnote];
    for (const part of words) expect(html).toContain(part);
    expect(html.split(`href="${MAIL.button?.url}"`)).toHaveLength(3);
  });

  test('has no button where there is none', () => {
    const { button: _, ...without } = MAIL;
    expect(renderHtml(without)).not.toContain('<a ');
    expect(renderHtml(without)).not.toContain('undefined');
  });

  test('loads nothing from anywhere', () => {
    expect(renderHtml(MAIL)).not.toMatch(/<img|<link|<style|url\(|src=/i);
  });
});

describe('the plain part', () => {
  test('says the same, with the address on a line of its own', () => {
    expect(renderText(MAIL).split('\n')).toEqual([
      ...['Join Kite', '', 'The first paragraph.', '', 'The second paragraph.', ''],
      ...['View invite:', 'https://trailmark.example.com/invite#token=abc-DEF_123', ''],
      'Why you get this.',
    ]);
  });

  test('leaves the words as they are', () => {
    expect(renderText({ ...MAIL, heading: EVIL })).toContain(EVIL);
  });
});
