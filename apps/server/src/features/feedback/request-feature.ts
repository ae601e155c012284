import type { Person } from '../../access/caller.ts';
import { spend } from '../../access/rate-limit.ts';
import { mailLater } from '../../jobs/send-mail.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { withoutLinks } from '../../platform/mail-name.ts';

/** Keeps the request with the project and tells the operators, if there are any. */
export async function requestFeature(
  kit: Kit,
  person: Person,
  request: { projectId: string; message: string },
): Promise<void> {
  const now = kit.clock.now();
  await spend(kit.db, now, [{ bucket: `request-feature:user:${person.userId}`, max: 10, perMs: HOUR_MS }]);
  await kit.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('feature_requests')
      .values({
        project_id: request.projectId,
        id: newId(now),
        user_id: person.userId,
        message: request.message,
        created_at: now,
      })
      .execute();
    for (const to of kit.env.operatorEmails) {
      await mailLater(tx, kit, {
        to,
        text: {
          subject: 'Feature request',
          heading: `${person.email} requests a feature`,
          paragraphs: [withoutLinks(request.message)],
          footnote: 'You get this mail because you operate this Trailmark installation.',
        },
      });
    }
  });
}
