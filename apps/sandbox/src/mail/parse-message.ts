import PostalMime, { type Address } from 'postal-mime';

export type Message = {
  id: string;
  receivedAt: string;
  from: { name: string; address: string };
  /** Whom the envelope names, which includes blind copies. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Lower-case names; a repeated header is joined with a comma. */
  headers: Record<string, string>;
  links: string[];
};

export type Envelope = { from: string; to: string[] };

function findLinks(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,;:!?]+$/, '')))];
}

function decodeEntities(attribute: string): string {
  return attribute.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

function findHrefs(markup: string): string[] {
  const hrefs = [...markup.matchAll(/href\s*=\s*["'](https?:[^"']+)["']/gi)];
  return [...new Set(hrefs.map((match) => decodeEntities(match[1] ?? '')))];
}

function senderOf(from: Address | undefined, envelope: Envelope): Message['from'] {
  if (from?.address === undefined) return { name: '', address: envelope.from };
  return { name: from.name, address: from.address };
}

export async function parseMessage(
  raw: Buffer,
  envelope: Envelope,
): Promise<Omit<Message, 'id' | 'receivedAt'>> {
  const email = await PostalMime.parse(raw);
  const headers: Record<string, string> = {};
  for (const { key, value } of email.headers)
    headers[key] = headers[key] ? `${headers[key]}, ${value}` : value;
  const text = email.text ?? '';
  const html = email.html ?? '';
  return {
    from: senderOf(email.from, envelope),
    to: envelope.to,
    subject: email.subject ?? '',
    text,
    html,
    headers,
    links: text ? findLinks(text) : findHrefs(html),
  };
}
