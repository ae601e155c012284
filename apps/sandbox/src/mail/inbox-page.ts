import { html, page } from '../page.ts';
import type { Message } from './parse-message.ts';

function messageRow(message: Message) {
  return html`<li><a class="row" href="/inbox/${message.id}">
<strong>${message.subject || '(no subject)'}</strong>
<span class="soft">to ${message.to.join(', ')} · ${message.receivedAt}</span></a></li>`;
}

export function inboxPage(messages: Message[], to: string): string {
  const body = html`<header><h1>Inbox</h1><p>Every message that reached the sandbox's mail server${
    to ? ` for ${to}` : ''
  }, newest first. <a href="">Refresh</a></p></header>
${
  messages.length > 0
    ? html`<ul class="list">${messages.map(messageRow)}</ul>`
    : html`<section><p>No message yet. Mail sent by the product appears here at once.</p></section>`
}`;
  return page({ title: 'Inbox', body });
}

function htmlPart(message: Message) {
  if (!message.html) return null;
  // Links leave the frame: the product forbids being framed, and so would any real site.
  const framed = `<base target="_blank">${message.html}`;
  return html`<iframe title="HTML part" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed}"></iframe>`;
}

export function messagePage(message: Message): string {
  const { name, address } = message.from;
  const body = html`<header><p><a href="/inbox">Inbox</a></p><h1>${message.subject || '(no subject)'}</h1></header>
<section><dl>
<dt>From</dt><dd>${name ? `${name} <${address}>` : address}</dd>
<dt>To</dt><dd>${message.to.join(', ')}</dd>
<dt>Received</dt><dd>${message.receivedAt}</dd>
${message.links.map((link) => html`<dt>Link</dt><dd><a href="${link}">${link}</a></dd>`)}
</dl></section>
${htmlPart(message)}
<section><h2>Text part</h2><pre>${message.text || '(none)'}</pre></section>
<p><a href="/inbox/${message.id}/raw">Raw message</a></p>`;
  return page({ title: message.subject || 'Message', body });
}
