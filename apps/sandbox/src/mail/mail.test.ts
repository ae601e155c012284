import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../start.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.mailbox.clear());
afterAll(() => sandbox.stop());

const LINK = 'http://127.0.0.1:3000/login/verify#token=a_b-c&x=1';
const MAIL: SendMailOptions = {
  from: { name: 'Trailmark', address: 'hello@trailmark.example' },
  to: 'asha@kite.example',
  subject: 'Your sign-in link — ästhetisch',
  text: `Open ${LINK}. It works once.\nHelp: https://trailmark.example/help`,
  html: `<p style="color: red">Open <a href="${LINK.replace('&', '&amp;')}">your link</a></p><script>alert(1)</script>`,
  headers: { 'X-Purpose': 'magic-link' },
};

function send(changes: SendMailOptions = {}, auth?: { user: string; pass: string }) {
  const url = new URL(sandbox.smtpUrl);
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port),
    secure: false,
    ...(auth && { auth }),
  });
  return transport.sendMail({ ...MAIL, ...changes });
}

async function getJson(path: string) {
  const response = await fetch(`${sandbox.httpUrl}${path}`);
  expect(response.status).toBe(200);
  return response.json() as Promise<{ messages: { to: string[]; subject: string }[] }>;
}

const getText = async (path: string) => (await fetch(`${sandbox.httpUrl}${path}`)).text();

describe('receiving', () => {
  it('keeps both parts, the headers and the links in the text', async () => {
    await send();
    expect(sandbox.mailbox.list()).toMatchObject([
      {
        from: { name: 'Trailmark', address: 'hello@trailmark.example' },
        to: ['asha@kite.example'],
        subject: MAIL.subject,
        text: expect.stringContaining('It works once.'),
        html: expect.stringContaining('your link</a>'),
        headers: { 'x-purpose': 'magic-link', from: 'Trailmark <hello@trailmark.example>' },
        links: [LINK, 'https://trailmark.example/help'],
      },
    ]);
  });

  it('takes the links from the HTML when there is no text', async () => {
    const { text: _text, ...htmlOnly } = MAIL;
    const url = new URL(sandbox.smtpUrl);
    await createTransport({ host: url.hostname, port: Number(url.port) }).sendMail(htmlOnly);
    expect(sandbox.mailbox.list()[0]).toMatchObject({ text: '', links: [LINK] });
  });

  it('accepts any user and password', async () => {
    await send({}, { user: 'anyone', pass: 'anything' });
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });

  it('names everyone in the envelope, blind copies too', async () => {
    await send({ to: ['asha@kite.example', 'ben@kite.example'], bcc: 'cleo@kite.example' });
    expect(sandbox.mailbox.list({ to: 'CLEO@kite.example' })[0]?.to).toEqual([
      'asha@kite.example',
      'ben@kite.example',
      'cleo@kite.example',
    ]);
  });

  it('keeps the newest 500 messages', async () => {
    const raw = (subject: string) => Buffer.from(`Subject: ${subject}\r\n\r\nHello`);
    for (let n = 1; n <= 501; n += 1) {
      await sandbox.mailbox.deliver(raw(`number ${n}`), { from: 'a@kite.example', to: ['b@kite.example'] });
    }
    const subjects = sandbox.mailbox.list().map(({ subject }) => subject);
    expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([500, 'number 501', 'number 2']);
  });
});

describe('refusing', () => {
  it('answers 451 to the given number of messages, then accepts them again', async () => {
    sandbox.mailbox.refuseNext(2);
    await expect(send()).rejects.toMatchObject({ responseCode: 451 });
    await expect(send()).rejects.toMatchObject({ responseCode: 451 });
    expect(sandbox.mailbox.list()).toEqual([]);
    await send();
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });

  it('is switched on over HTTP', async () => {
    const refuse = (count: unknown) =>
      fetch(`${sandbox.httpUrl}/inbox/refuse`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ count }),
      });
    expect((await refuse(1)).status).toBe(204);
    expect((await refuse('many')).status).toBe(400);
    await expect(send()).rejects.toMatchObject({ responseCode: 451 });
    await send();
  });

  it('answers 550 for addresses at bounce.example, and delivers to the rest', async () => {
    await expect(send({ to: 'gone@bounce.example' })).rejects.toMatchObject({ responseCode: 550 });
    const sent = await send({ to: ['asha@kite.example', 'gone@BOUNCE.example'] });
    expect([sent.accepted, sent.rejected]).toEqual([['asha@kite.example'], ['gone@bounce.example']]);
    expect(sandbox.mailbox.list()[0]?.to).toEqual(['asha@kite.example']);
  });
});

describe('waitFor', () => {
  it('gives the newest message that is there already', async () => {
    await send({ subject: 'First link' });
    await send({ subject: 'Second link' });
    await send({ to: 'ben@kite.example', subject: 'Third link' });
    const message = await sandbox.mailbox.waitFor({ to: 'asha@kite.example', subject: /link/ });
    expect(message.subject).toBe('Second link');
  });

  it('waits for one that is still to come', async () => {
    await send({ subject: 'Welcome' });
    const waiting = sandbox.mailbox.waitFor({ to: 'asha@kite.example', subject: 'Invitation' });
    await send({ to: 'ben@kite.example', subject: 'Invitation for another' });
    await send({ subject: 'Invitation to Kite' });
    expect((await waiting).subject).toBe('Invitation to Kite');
  });

  it('passes over what came before', async () => {
    await send({ subject: 'Old' });
    const after = new Date(Date.parse(sandbox.mailbox.list()[0]!.receivedAt) + 1);
    const waiting = sandbox.mailbox.waitFor({ to: 'asha@kite.example', after });
    while (new Date() < after) await new Promise(setImmediate);
    await send({ subject: 'New' });
    expect((await waiting).subject).toBe('New');
  });

  it('gives up and says what the mailbox holds', async () => {
    await send({ subject: 'Welcome' });
    const waiting = sandbox.mailbox.waitFor({ to: 'ben@kite.example', timeoutMs: 1 });
    await expect(waiting).rejects.toThrow('the mailbox holds: "Welcome" to asha@kite.example');
  });
});

describe('the inbox over HTTP', () => {
  it('lists by recipient and time as JSON, and empties', async () => {
    await send();
    await send({ to: 'ben@kite.example' });
    expect((await getJson('/inbox.json')).messages).toHaveLength(2);
    expect((await getJson('/inbox.json?to=Ben@kite.example')).messages[0]?.to).toEqual(['ben@kite.example']);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await getJson(`/inbox.json?since=${later}`)).messages).toEqual([]);
    expect((await fetch(`${sandbox.httpUrl}/inbox.json?since=soon`)).status).toBe(400);
    expect((await fetch(`${sandbox.httpUrl}/inbox.json`, { method: 'DELETE' })).status).toBe(204);
    expect((await getJson('/inbox.json')).messages).toEqual([]);
  });

  it('shows a list, and a message with its HTML shut into a frame', async () => {
    await send({ subject: 'Kite & <b>Co</b>' });
    const id = sandbox.mailbox.list()[0]!.id;
    expect(await getText('/inbox')).toContain(`href="/inbox/${id}"`);
    const shown = await getText(`/inbox/${id}`);
    expect(shown).toContain('<h1>Kite &amp; &lt;b&gt;Co&lt;/b&gt;</h1>');
    expect(shown).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(shown).toContain('&lt;script&gt;alert(1)');
    expect(shown).not.toContain('<script');
    expect(shown).toContain('<a href="http://127.0.0.1:3000/login/verify#token=a_b-c&amp;x=1">');
  });

  it('gives the raw message, and 404 for an unknown one', async () => {
    await send();
    const id = sandbox.mailbox.list()[0]!.id;
    expect(await getText(`/inbox/${id}/raw`)).toMatch(/^From: Trailmark <hello@trailmark.example>\r\n/m);
    expect((await fetch(`${sandbox.httpUrl}/inbox/0`)).status).toBe(404);
    expect((await fetch(`${sandbox.httpUrl}/inbox/0/raw`)).status).toBe(404);
  });
});
