import { createHash, randomBytes } from 'node:crypto';
import type { NetworkKind } from '@trailmark/contract/network-accounts';
import { z } from 'zod';
import { spendIfRoom } from '../access/rate-limit.ts';
import { badField } from '../platform/app-error.ts';
import { later, MINUTE_MS } from '../platform/clock.ts';
import type { Kit } from '../platform/kit.ts';

const VALID_MS = 15 * MINUTE_MS;

const State = z.object({
  projectId: z.string(),
  userId: z.string(),
  kind: z.string(),
  until: z.coerce.date(),
  nonce: z.string(),
});

interface Owner {
  projectId: string;
  userId: string;
  kind: NetworkKind;
}

/** What a network sends back with its code: who began, for which project. Nobody else can make one, or use it. */
export const newState = ({ secrets, clock }: Kit, owner: Owner): string =>
  secrets.seal('networks', {
    ...owner,
    until: later(clock.now(), VALID_MS),
    nonce: randomBytes(16).toString('base64url'),
  });

/** Whether nobody has used a state before; it counts as used from now on. */
const isUnused = ({ db }: Kit, { nonce, until }: z.output<typeof State>) =>
  spendIfRoom(db, until, [{ bucket: `network-state:${nonce}`, max: 1, perMs: VALID_MS }]);

/** Uses up a state. Refuses one that is not of this person, project and network, that is too old, or that was used. */
export async function useUpState(kit: Kit, text: string, owner: Owner): Promise<void> {
  const { secrets, clock } = kit;
  const state = State.safeParse(secrets.open('networks', text)).data;
  const isOwn =
    state?.projectId === owner.projectId && state.userId === owner.userId && state.kind === owner.kind;
  if (!state || !isOwn) throw badField('state', 'was not started by you for this project. Try again.');
  if (state.until < clock.now()) throw badField('state', 'is older than 15 minutes. Try again.');
  if (!(await isUnused(kit, state))) throw badField('state', 'was used already. Try again.');
}

/** The secret of PKCE that belongs to a state: it cannot be found from the state alone. https://www.rfc-editor.org/rfc/rfc7636 */
export function verifierOf({ secrets }: Kit, text: string): string {
  const nonce = State.safeParse(secrets.open('networks', text)).data?.nonce ?? '';
  return createHash('sha256').update(`verifier of ${nonce}`).digest('base64url');
}
