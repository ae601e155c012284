import { html, page } from '../page.ts';
import type { ReceivedItem, ReceivedRequest } from './received.ts';
import type { Receiver } from './receiver.ts';

const SHOWN = 100;

const NAMES: Record<string, string> = {
  mixpanel: 'Mixpanel',
  amplitude: 'Amplitude',
  posthog: 'PostHog',
  clevertap: 'CleverTap',
  moengage: 'MoEngage',
  slack: 'Slack',
  affiliate: 'Affiliate network',
  meta: 'Meta',
  tiktok: 'TikTok',
  'google-ads': 'Google Ads',
};

function titleOf({ tool: { name } }: Receiver): string {
  return NAMES[name] ?? `Webhook ${name.replace(/^webhook-/, '')}`;
}

const newestFirst = <T>(list: T[]): T[] => list.slice(-SHOWN).reverse();

function countsOf({ received, rules }: Receiver) {
  const { requests, taken, repeats, refused, dropped } = received.counts();
  const parts = [
    ...[
      requests === 1 ? '1 request' : `${requests} requests`,
      `${taken} taken`,
      `${repeats} repeats`,
      `${refused} refused`,
    ],
    ...(dropped > 0 ? [`${dropped} dropped without an error`] : []),
  ];
  const faults = rules().length;
  return html`<span class="soft">${parts.join(' · ')}</span> ${
    faults > 0 && html`<span class="warn">${faults === 1 ? '1 fault' : `${faults} faults`} in force</span>`
  }`;
}

/** All receivers, the one that heard last first. */
export function receiversPage(receivers: Receiver[]): string {
  const lastAt = ({ received }: Receiver) => received.requests().at(-1)?.at ?? '';
  const sorted = receivers.toSorted((a, b) => lastAt(b).localeCompare(lastAt(a)));
  const row = (receiver: Receiver) => html`<li><a class="row" href="/receivers/${receiver.tool.name}">
<strong>${titleOf(receiver)}</strong>${countsOf(receiver)}
<span class="soft">${lastAt(receiver) ? `Last request ${lastAt(receiver)}` : 'No request yet'}</span></a></li>`;
  const body = html`<header><p><a href="/">Sandbox</a></p><h1>Receivers</h1>
<p>Tools, ad networks and endpoints that deliveries are sent to. <a href="">Refresh</a></p></header>
<ul class="list">${sorted.map(row)}</ul>`;
  return page({ title: 'Receivers', body });
}

function itemRow({ name, person, id, at, times, data }: ReceivedItem) {
  return html`<li><details><summary class="row"><strong>${name}</strong>
<span class="soft">${person} · ${id ?? 'no id'} · ${at}</span>${
    times > 1 && html`<span class="warn">taken ${times} times</span>`
  }</summary><section><pre>${JSON.stringify(data, null, 2)}</pre></section></details></li>`;
}

function requestRow(request: ReceivedRequest) {
  const { at, endpoint, status, taken, repeats, fault, refused, dropped, warnings } = request;
  const problems = [...refused, ...dropped]
    .slice(0, 5)
    .map(({ index, reason }) => `item ${index}: ${reason}`);
  return html`<li><details><summary class="row"><strong>${endpoint} · ${status ?? 'no answer'}</strong>
<span class="soft">${at} · ${taken} taken · ${repeats} repeats${fault && ` · by the fault ${fault}`}</span>${[
    ...problems,
    ...warnings.slice(0, 5),
  ].map(
    (text) => html`<span class="warn">${text}</span>`,
  )}</summary><section><dl><dt>Sent to</dt><dd>${request.method} ${request.url}</dd>
<dt>Size</dt><dd>${request.body_bytes} bytes</dd></dl>
<pre>${request.body}</pre><h2>Answer</h2><pre>${request.answer || '(none)'}</pre></section></details></li>`;
}

/** What one receiver has taken, newest first. */
export function receiverPage(receiver: Receiver): string {
  const { received, rules } = receiver;
  const items = newestFirst(received.items());
  const requests = newestFirst(received.requests());
  const empty = html`<section><p>Nothing yet. What is delivered appears here at once.</p></section>`;
  const body = html`<header><p><a href="/receivers">Receivers</a></p><h1>${titleOf(receiver)}</h1>
<p>${countsOf(receiver)} <a href="">Refresh</a></p></header>
${rules().length > 0 && html`<section><h2>Faults in force</h2><pre>${JSON.stringify(rules(), null, 2)}</pre></section>`}
<h2>Events, newest first</h2>
${items.length > 0 ? html`<ul class="list">${items.map(itemRow)}</ul>` : empty}
<h2>Requests, newest first</h2>
${requests.length > 0 ? html`<ul class="list">${requests.map(requestRow)}</ul>` : empty}`;
  return page({ title: titleOf(receiver), body });
}
