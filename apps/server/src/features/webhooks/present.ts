import type { ConnectionHealth } from '@trailmark/contract/connections';
import type { Webhook } from '@trailmark/contract/webhooks';
import { isSlackUrl } from '@trailmark/core/destinations/webhook/slack-message';
import type { ConnectionRow, WebhookSettings } from '../../connections/connection.ts';

/** Field by field, so that no secret leaks. */
export function presentWebhook(row: ConnectionRow, health: ConnectionHealth, now: Date): Webhook {
  const { url, events, oldSecretUntil } = row.settings as WebhookSettings;
  const isOldValid = oldSecretUntil !== null && new Date(oldSecretUntil) > now;
  return {
    webhook_id: row.connection_id,
    name: row.name,
    url,
    event_types: events,
    active: row.state === 'active',
    secret_hint: row.credential_hints.secret ?? '',
    old_secret_until: isOldValid ? oldSecretUntil : null,
    is_slack: isSlackUrl(url),
    created_at: row.created_at.toISOString(),
    health,
  };
}
