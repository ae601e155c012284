import { requestFeature, sendCallbackForm } from '@trailmark/contract/feedback';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { createBrowser, freshIp } from '../../testing/browser.ts';
import { buildMember, buildProject } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { OPERATOR_EMAILS: 'one@example.com,two@example.com' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date(Math.ceil((server.clock.now().getTime() + 1) / DAY_MS) * DAY_MS));
  await server.runJobs();
});

const FORM = {
  name: 'Asha Rao',
  email: 'Asha@Kite.example',
  company: 'Kite',
  phone: '+91 1',
  message: 'Hi!',
};
const limited = { status: 429, code: 'rate_limited' };

describe('the callback form', () => {
  test('is open to anybody, stored, and mailed to every operator', async () => {
    const visitor = createBrowser(server);
    expect(await visitor.call(sendCallbackForm, { body: FORM })).toEqual({ received: true });
    const rows = await server.db
      .selectFrom('callback_forms')
      .selectAll()
      .where('ip', '=', visitor.ip)
      .execute();
    expect(rows).toMatchObject([{ ...FORM, email: 'asha@kite.example' }]);
    const mails = await server.runJobs();
    expect(mails.map((mail) => mail.to).sort()).toEqual(['one@example.com', 'two@example.com']);
    expect(mails[0]?.text.subject).toContain('Asha Rao');
    const words = mails[0]?.text.paragraphs.join('\n');
    for (const part of ['asha@kite.example', 'Kite', '+91 1', 'Hi!']) expect(words).toContain(part);
  });

  test('needs a name and an address, no more', async () => {
    const visitor = createBrowser(server);
    const body = { name: 'A', email: 'a@example.com', company: '', phone: null };
    await visitor.call(sendCallbackForm, { body });
    const rows = await server.db
      .selectFrom('callback_forms')
      .select(['company', 'phone', 'message'])
      .where('ip', '=', visitor.ip)
      .execute();
    expect(rows).toEqual([{ company: null, phone: null, message: null }]);
    const bad = createBrowser(server).call(sendCallbackForm, { body: { name: '', email: 'x' } });
    await expect(bad).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { name: 'is required', email: 'is not an e-mail address' },
    });
  });

  test('is taken three times in ten minutes from one network', async () => {
    const visitor = createBrowser(server, { ip: freshIp() });
    const send = () => visitor.call(sendCallbackForm, { body: FORM });
    for (let at = 0; at < 3; at += 1) await send();
    await expect(send()).rejects.toMatchObject(limited);
    await createBrowser(server).call(sendCallbackForm, { body: FORM });
    server.clock.advance(10 * MINUTE_MS);
    expect(await send()).toEqual({ received: true });
  });

  test('is taken twenty times a day from one network', async () => {
    const visitor = createBrowser(server, { ip: freshIp() });
    const send = () => visitor.call(sendCallbackForm, { body: FORM });
    for (let at = 0; at < 20; at += 1) {
      await send();
      server.clock.advance(10 * MINUTE_MS);
    }
    await expect(send()).rejects.toMatchObject(limited);
  });
});

describe('asking for a feature', () => {
  test('is open to every member, stored with the project, and mailed to the operators', async () => {
    const { projectId } = await buildProject(server);
    const guest = await buildMember(server, projectId, 'guest');
    const body = { project_id: projectId, message: ' Please add <b>maps</b> ' };
    expect(await guest.call(requestFeature, { body })).toEqual({ received: true });
    const rows = await server.db
      .selectFrom('feature_requests')
      .select(['user_id', 'message'])
      .where('project_id', '=', projectId)
      .execute();
    expect(rows).toEqual([{ user_id: guest.userId, message: 'Please add <b>maps</b>' }]);
    const mails = await server.runJobs();
    expect(mails).toHaveLength(2);
    expect(mails[0]?.text).toMatchObject({
      heading: `${guest.email} requests a feature`,
      paragraphs: ['Please add <b>maps</b>'],
    });
  });

  test('is taken ten times an hour from one person', async () => {
    const { owner, projectId } = await buildProject(server);
    const ask = () => owner.call(requestFeature, { body: { project_id: projectId, message: 'More' } });
    for (let at = 0; at < 10; at += 1) await ask();
    await expect(ask()).rejects.toMatchObject(limited);
    server.clock.advance(HOUR_MS);
    expect(await ask()).toEqual({ received: true });
  });
});
