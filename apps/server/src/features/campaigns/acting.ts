import { actorOf, type ClientInfo, type Doer, type Membership, type Person } from '../../access/caller.ts';
import { AppError } from '../../platform/app-error.ts';

/** Who changes something, and in which project. */
export interface Acting {
  projectId: string;
  actor: Doer;
}

export function acting(context: { person: Person; membership: Membership; client: ClientInfo }): Acting {
  return { projectId: context.membership.projectId, actor: actorOf(context.person, context.client) };
}

export function noCampaign(): AppError {
  return new AppError('not_found', 'There is no such campaign.');
}

export function noLink(): AppError {
  return new AppError('not_found', 'There is no such link.');
}
