import type { Role } from '@trailmark/contract/permissions';
import type { CampaignAccess } from '@trailmark/contract/sharing';

/** Where a request comes from. */
export interface ClientInfo {
  ip: string;
  userAgent: string | null;
}

/** A signed-in person. */
export interface Person {
  userId: string;
  email: string;
  sessionId: string;
}

/** A campaign that a guest may see, or change too. */
export interface SharedCampaign {
  campaignId: string;
  access: CampaignAccess;
}

/** A person within the project that the request is about. */
export interface Membership {
  projectId: string;
  role: Role;
  /** Empty for everybody but guests: they see every campaign. */
  shared: SharedCampaign[];
}

/** Who made a change and from where, for the audit log; a server has a key instead of a name. */
export interface AuditActor {
  userId: string | null;
  email: string;
  client: ClientInfo;
}

/** A person who makes a change. */
export interface Actor extends AuditActor {
  userId: string;
}

export function actorOf(person: Person, client: ClientInfo): Actor {
  return { userId: person.userId, email: person.email, client };
}
