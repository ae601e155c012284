import type { AuditAction, AuditEntry } from '@trailmark/contract/audit-log';

interface Words {
  /** The name of the action where the list is filtered by it. */
  label: string;
  /** What the person did; the target follows. */
  verb: string;
  /** What follows the target. */
  tail?: string;
  /** The target is the person or the project itself and would only be repeated. */
  alone?: boolean;
}

export const AUDIT_WORDS: Record<AuditAction, Words> = {
  'project.created': { label: 'Project created', verb: 'created the project' },
  'project.updated': { label: 'Settings changed', verb: 'changed the settings', alone: true },
  'project.deleted': { label: 'Project deleted', verb: 'deleted the project' },
  'project.restored': { label: 'Project restored', verb: 'restored the project' },
  'member.invited': { label: 'Member invited', verb: 'invited' },
  'member.joined': { label: 'Member joined', verb: 'joined the project', alone: true },
  'member.role_changed': { label: 'Role changed', verb: 'changed the role of' },
  'member.removed': { label: 'Member removed', verb: 'removed', tail: 'from the project' },
  'member.left': { label: 'Member left', verb: 'left the project', alone: true },
  'invite.resent': { label: 'Invite sent again', verb: 'sent the invite of', tail: 'again' },
  'invite.revoked': { label: 'Invite revoked', verb: 'revoked the invite of' },
  'key.generated': { label: 'Private key generated', verb: 'generated the private key' },
  'campaign.created': { label: 'Campaign created', verb: 'created the campaign' },
  'campaign.updated': { label: 'Campaign changed', verb: 'changed the campaign' },
  'campaign.archived': { label: 'Campaign archived', verb: 'archived the campaign' },
  'campaign.unarchived': { label: 'Campaign restored', verb: 'restored the campaign' },
  'campaign.deleted': { label: 'Campaign deleted', verb: 'deleted the campaign' },
  'campaign.shared': { label: 'Campaign shared', verb: 'shared a campaign with' },
  'campaign.share_changed': { label: 'Sharing changed', verb: 'changed what of a campaign is shared with' },
  'campaign.unshared': { label: 'Sharing ended', verb: 'stopped sharing a campaign with' },
  'link.created': { label: 'Link added', verb: 'added the link' },
  'link.updated': { label: 'Link changed', verb: 'changed the link' },
  'link.deleted': { label: 'Link deleted', verb: 'deleted the link' },
  'ad_set.updated': { label: 'Ad set changed', verb: 'changed the ad set' },
  'ad_set.archived': { label: 'Ad set archived', verb: 'archived the ad set' },
  'ad_set.unarchived': { label: 'Ad set restored', verb: 'restored the ad set' },
  'creative.updated': { label: 'Creative changed', verb: 'changed the creative' },
  'creative.archived': { label: 'Creative archived', verb: 'archived the creative' },
  'creative.unarchived': { label: 'Creative restored', verb: 'restored the creative' },
  'store_listing.created': { label: 'Store listing added', verb: 'added the store listing' },
  'store_listing.updated': { label: 'Store listing changed', verb: 'changed the store listing' },
  'store_listing.deleted': { label: 'Store listing deleted', verb: 'deleted the store listing' },
  'token.imported': { label: 'Token imported', verb: 'imported the token' },
  'token.removed': { label: 'Token removed', verb: 'removed the token' },
  'sdk_credential.imported': { label: 'Signing key imported', verb: 'imported the signing key' },
  'sdk_credential.created': { label: 'SDK credential created', verb: 'created the SDK credential' },
  'sdk_credential.updated': { label: 'SDK credential switched', verb: 'switched the SDK credential' },
  'sdk_credential.rotated': { label: 'SDK credential replaced', verb: 'replaced the SDK credential' },
  'sdk_signing.changed': {
    label: 'SDK signing changed',
    verb: 'changed whether SDK requests must be signed',
    alone: true,
  },
  'web_host.added': { label: 'Web host allowed', verb: 'allowed events from the host' },
  'web_host.removed': { label: 'Web host removed', verb: 'no longer allows events from the host' },
  'web_localhost.changed': {
    label: 'Events from localhost changed',
    verb: 'changed whether pages on localhost may send events',
    alone: true,
  },
  'domain.added': { label: 'Link domain added', verb: 'added the link domain' },
  'domain.removed': { label: 'Link domain removed', verb: 'removed the link domain' },
  'verification_object.saved': { label: 'App association saved', verb: 'saved the app association for' },
  'export.created': { label: 'Raw data exported', verb: 'exported' },
  'spend.imported': { label: 'Spend imported', verb: 'imported spend of' },
  'spend.deleted': { label: 'Spend deleted', verb: 'deleted the spend of' },
  'credit_pool.changed': { label: 'Credits changed', verb: 'changed the pool of credits', alone: true },
  'webhook.created': { label: 'Webhook added', verb: 'added the webhook' },
  'webhook.updated': { label: 'Webhook changed', verb: 'changed the webhook' },
  'webhook.secret_rotated': { label: 'Webhook secret replaced', verb: 'replaced the secret of the webhook' },
  'webhook.removed': { label: 'Webhook removed', verb: 'removed the webhook' },
  'tool.connected': { label: 'Analytics tool connected', verb: 'connected' },
  'tool.updated': { label: 'Analytics tool changed', verb: 'changed the connection to' },
  'tool.paused': { label: 'Analytics tool paused', verb: 'paused the connection to' },
  'tool.resumed': { label: 'Analytics tool resumed', verb: 'resumed the connection to' },
  'tool.disconnected': { label: 'Analytics tool disconnected', verb: 'disconnected' },
  'tool.backfill_started': { label: 'Backfill started', verb: 'started a backfill of' },
  'tool.backfill_stopped': { label: 'Backfill stopped', verb: 'stopped the backfill of' },
  'deliveries.replayed': { label: 'Deliveries sent again', verb: 'sent', tail: 'again' },
  'network.settings_changed': { label: 'Ad network set up', verb: 'changed the setup of' },
  'network.connected': { label: 'Ad network connected', verb: 'connected' },
  'network.accounts_imported': { label: 'Ad accounts imported', verb: 'imported' },
  'network.import_started': { label: 'Import of spend started', verb: 'started an import of spend from' },
  'network.import_stopped': { label: 'Import of spend stopped', verb: 'stopped the import of spend from' },
  'network.ad_matched': { label: 'Network campaign matched', verb: 'matched the network campaign' },
  'spend.source_chosen': { label: 'Source of spend chosen', verb: 'chose which spend counts for' },
  'network.account_removed': { label: 'Ad account disconnected', verb: 'disconnected' },
  'network.conversions_changed': {
    label: 'Conversions API changed',
    verb: 'changed where conversions go for',
  },
  'network.secret_replaced': { label: 'Network secret replaced', verb: 'replaced the secret of' },
  'coupon_pool.created': { label: 'Coupon pool added', verb: 'added the coupon pool' },
  'coupon_pool.updated': { label: 'Coupon pool changed', verb: 'changed the coupon pool' },
  'coupon_pool.deleted': { label: 'Coupon pool deleted', verb: 'deleted the coupon pool' },
  'coupon_codes.imported': { label: 'Coupon codes imported', verb: 'imported codes into' },
  'coupon_codes.generated': { label: 'Coupon codes generated', verb: 'generated codes for' },
  'coupon_codes.withdrawn': { label: 'Coupon codes withdrawn', verb: 'withdrew' },
  'event_map.created': { label: 'Event map added', verb: 'added the event map' },
  'event_map.updated': { label: 'Event map changed', verb: 'changed the event map' },
  'skan.settings_changed': {
    label: 'SKAN settings changed',
    verb: 'changed which SKAN postbacks count',
    alone: true,
  },
  'event_map.deleted': { label: 'Event map deleted', verb: 'deleted the event map' },
  'view.shared': { label: 'View shared', verb: 'shared the view' },
  'view.changed': { label: 'Shared view changed', verb: 'changed the shared view' },
  'view.unshared': { label: 'View no longer shared', verb: 'stopped sharing the view' },
  'view.deleted': { label: 'Shared view deleted', verb: 'deleted the shared view' },
  'scheduled_report.created': { label: 'Report scheduled', verb: 'scheduled the report' },
  'scheduled_report.changed': { label: 'Scheduled report changed', verb: 'changed the scheduled report' },
  'scheduled_report.deleted': { label: 'Scheduled report deleted', verb: 'deleted the scheduled report' },
  'alert.created': { label: 'Alert created', verb: 'created the alert' },
  'alert.changed': { label: 'Alert changed', verb: 'changed the alert' },
  'alert.muted': { label: 'Alert muted', verb: 'muted the alert' },
  'alert.unmuted': { label: 'Alert unmuted', verb: 'unmuted the alert' },
  'alert.deleted': { label: 'Alert deleted', verb: 'deleted the alert' },
  'skan_schema.saved': { label: 'SKAN schema saved', verb: 'saved the SKAN schema' },
  'skan.activated': { label: 'SKAN activated', verb: 'activated SKAN with the schema' },
  'skan.stopped': { label: 'SKAN stopped', verb: 'stopped handing out conversion values of the schema' },
  'skan_schema.uploaded': { label: 'SKAN schema uploaded', verb: 'uploaded the SKAN schema again to' },
  'skan_schema_url.renewed': {
    label: 'SKAN schema address renewed',
    verb: 'renewed the address that Meta reads the SKAN schema from',
    alone: true,
  },
};

export interface AuditSentence {
  verb: string;
  target: string | null;
  tail: string | null;
}

/** What an entry says behind the name of the person, in words. */
export function auditSentence(entry: Pick<AuditEntry, 'action' | 'target'>): AuditSentence {
  const words = AUDIT_WORDS[entry.action];
  return {
    verb: words.verb,
    target: words.alone || !entry.target ? null : entry.target,
    tail: words.tail ?? null,
  };
}
