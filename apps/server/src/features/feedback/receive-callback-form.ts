import type { sendCallbackForm } from '@trailmark/contract/feedback';
import type { z } from 'zod';
import type { ClientInfo } from '../../access/caller.ts';
import { spend } from '../../access/rate-limit.ts';
import { networkOf } from '../../http/client-info.ts';
import { mailLater } from '../../jobs/send-mail.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { nameInMail, withoutLinks } from '../../platform/mail-name.ts';

type Form = z.output<(typeof sendCallbackForm)['body']>;

/** Keeps the form and tells the operators, if there are any. */
export async function receiveCallbackForm(kit: Kit, client: ClientInfo, form: Form): Promise<void> {
  const now = kit.clock.now();
  const network = networkOf(client.ip);
  await spend(kit.db, now, [
    { bucket: `callback-form:ip:${network}`, max: 3, perMs: 10 * MINUTE_MS },
    { bucket: `callback-form:ip-day:${network}`, max: 20, perMs: DAY_MS },
  ]);
  const details = [form.company, form.phone, form.message].flatMap((detail) =>
    detail ? [withoutLinks(detail)] : [],
  );
  const title = `${nameInMail(form.name)} asks for a call`;
  await kit.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('callback_forms')
      .values({ id: newId(now), ...form, ip: client.ip, created_at: now })
      .execute();
    for (const to of kit.env.operatorEmails) {
      await mailLater(tx, kit, {
        to,
        text: {
          subject: title,
          heading: title,
          paragraphs: [`Address: ${form.email}`, ...details],
          footnote: 'You get this mail because you operate this Trailmark installation.',
        },
      });
    }
  });
}
