import {
  type AuditActor,
  actorOf,
  type ClientInfo,
  type Membership,
  type Person,
} from '../../access/caller.ts';
import { AppError } from '../../platform/app-error.ts';

/** Who changes something, and in which project. */
export interface Acting {
  projectId: string;
  actor: AuditActor;
}

export function acting(context: { person: Person; membership: Membership; client: ClientInfo }): Acting {
  return { projectId: context.membership.projectId, actor: actorOf(context.person, context.client) };
}

/**
 * A refusal of a name that is taken would tell a guest of campaigns that do not exist for them: they choose none,
 * and are refused before anything is looked up.
 */
export function refuseNameOfGuest({ role }: Membership, field: 'slug' | 'display_id'): void {
  if (role !== 'guest') return;
  const message = 'Only members of the project can choose names in addresses. Leave it as it is.';
  throw new AppError('forbidden', message, { [field]: 'is chosen by members of the project' });
}

/** With ids of its own choice, a guest would make postbacks of other campaigns those of a shared one. */
export function refuseSkanIdsOfGuest({ role }: Membership): void {
  if (role !== 'guest') return;
  const message = 'SKAN ids are set by members of the project. Leave them as they are.';
  throw new AppError('forbidden', message, { skan_ids: 'are set by members of the project' });
}

export function noCampaign(): AppError {
  return new AppError('not_found', 'We couldn’t find this campaign.');
}

export function noLink(): AppError {
  return new AppError('not_found', 'We couldn’t find this link.');
}
