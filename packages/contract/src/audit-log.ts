import { z } from 'zod';
import { Instant, PageQuery, ProjectId, page, UserId } from './fields.ts';
import { inProject, route } from './route.ts';

/** Every action that the audit log can hold; the list is closed so that screens can name each. */
export const AUDIT_ACTIONS = [
  'project.created',
  'project.updated',
  'project.deleted',
  'project.restored',
  'member.invited',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.left',
  'invite.resent',
  'invite.revoked',
  'key.generated',
  'token.imported',
  'token.removed',
  'campaign.created',
  'campaign.updated',
  'campaign.archived',
  'campaign.unarchived',
  'campaign.deleted',
  'campaign.shared',
  'campaign.share_changed',
  'campaign.unshared',
  'link.created',
  'link.updated',
  'link.deleted',
  'store_listing.created',
  'store_listing.updated',
  'store_listing.deleted',
  'sdk_credential.created',
  'sdk_credential.imported',
  'sdk_credential.updated',
  'sdk_credential.rotated',
  'sdk_signing.changed',
  'domain.added',
  'domain.removed',
  'verification_object.saved',
  'export.created',
  'spend.imported',
  'spend.deleted',
  'credit_pool.changed',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.removed',
  'tool.connected',
  'tool.updated',
  'tool.paused',
  'tool.resumed',
  'tool.disconnected',
  'tool.backfill_started',
  'tool.backfill_stopped',
  'deliveries.replayed',
  'network.settings_changed',
  'network.connected',
  'network.accounts_imported',
  'network.account_removed',
  'network.conversions_changed',
  'event_map.created',
  'event_map.updated',
  'event_map.deleted',
] as const;
export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof AuditAction>;

/** One change: who, what, before, after, when and from where. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: Instant,
  actor: z.object({ user_id: UserId.nullable(), email: z.string() }),
  action: AuditAction,
  /** Whom or what it concerns, in words: an address, a key's hint, the project's name. */
  target: z.string(),
  before: z.record(z.string(), z.json()).nullable(),
  after: z.record(z.string(), z.json()).nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAuditLog = route({
  method: 'GET',
  path: '/project/audit-log',
  tag: 'Audit log',
  summary: 'Changes of members, roles, keys and settings, newest first',
  access: inProject('audit.see'),
  query: z.object({ project_id: ProjectId, action: AuditAction.optional(), ...PageQuery }),
  response: page(AuditEntry),
});
