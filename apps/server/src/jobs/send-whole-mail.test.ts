import { expect, test } from 'vitest';
import type { WholeMail } from '../platform/mail.ts';
import { sendWholeMail } from './send-whole-mail.ts';

const MAIL: WholeMail = { subject: 'Kite', html: '', text: '', messageId: '<kite@127.0.0.1>', headers: {} };
const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A mail whose outcome cannot be written at first, for these reasons. */
async function send(problems: Error[]) {
  const sent: string[] = [];
  const noted: string[] = [];
  const now = new Date('2026-03-10T06:00:00Z');
  const kit = {
    clock: { now: () => now },
    mail: {
      send: async () => {},
      sendWhole: async (to: string) => void sent.push(to),
      close: () => {},
    },
  };
  const waiting = {
    to: 'asha@kite.example',
    dueAt: now,
    compose: async () => MAIL,
    note: async ({ state }: { state: string }) => {
      const problem = problems.shift();
      if (problem) throw problem;
      noted.push(state);
    },
  };
  const done = sendWholeMail(kit, waiting, 0);
  return { done, sent, noted };
}

test('a mail that is out is not sent again because the database is away for a moment', async () => {
  const { done, sent, noted } = await send([AWAY, AWAY]);
  await done;
  expect(sent).toEqual(['asha@kite.example']);
  expect(noted).toEqual(['sent']);
});

test('what the database refuses is no outage: the job is tried again', async () => {
  const { done, noted } = await send([new Error('violates a constraint')]);
  await expect(done).rejects.toThrow('violates a constraint');
  expect(noted).toEqual([]);
});
