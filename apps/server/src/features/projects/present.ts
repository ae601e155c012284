import type { AuditAction, AuditEntry } from '@trailmark/contract/audit-log';
import { may, type Role } from '@trailmark/contract/permissions';
import type { Plausibility } from '@trailmark/contract/plausibility';
import {
  DEFAULT_DELIVERY_DAYS,
  DEFAULT_RETENTION_DAYS,
  type NetworkWindows,
  type Project,
  RESTORE_DAYS,
  type SetupStep,
} from '@trailmark/contract/projects';
import { DAY_MS, later } from '../../platform/clock.ts';
import type { AuditRow, ProjectRow } from './store.ts';

function setupOf(row: ProjectRow): SetupStep[] {
  return [
    { step: 'project_made', done: true },
    { step: 'address_given', done: Boolean(row.website || row.app_store_link || row.play_store_link) },
    { step: 'sdk_seen', done: Boolean(row.has_sdk) },
    { step: 'first_click', done: Boolean(row.has_click) },
    { step: 'first_install', done: Boolean(row.has_install) },
    { step: 'first_event', done: Boolean(row.has_event) },
    { step: 'network_connected', done: Boolean(row.has_network) },
    { step: 'colleague_invited', done: Boolean(row.has_invites) || Number(row.members_count) > 1 },
    { step: 'key_generated', done: Boolean(row.has_key) },
  ];
}

/** Who has set nothing counts by the calendar. */
function dayKindOf(kept: string | null): Project['day_kind'] {
  return kept === '24h' ? '24h' : 'calendar';
}

export function removalAt(deletedAt: Date): Date {
  return later(deletedAt, RESTORE_DAYS * DAY_MS);
}

export function presentProject(row: ProjectRow): Project {
  const role = row.role as Role;
  const seesSettings = may(role, 'settings.see');
  return {
    project_id: row.project_id,
    name: row.name,
    platform: row.platform as Project['platform'],
    currency: row.currency,
    timezone: row.timezone,
    role,
    website: seesSettings ? row.website : null,
    app_store_link: seesSettings ? row.app_store_link : null,
    play_store_link: seesSettings ? row.play_store_link : null,
    windows: seesSettings
      ? {
          click_hours: row.click_hours,
          probabilistic_hours: row.probabilistic_hours,
          view_hours: row.view_hours,
          reattribution_days: row.reattribution_days,
          inactivity_days: row.inactivity_days,
          web_days: row.web_days,
        }
      : null,
    network_windows: seesSettings ? (row.network_windows as NetworkWindows) : null,
    plausibility: seesSettings ? (row.plausibility as Plausibility) : null,
    retention_days: seesSettings ? (row.retention_days ?? DEFAULT_RETENTION_DAYS) : null,
    delivery_retention_days: seesSettings ? (row.delivery_retention_days ?? DEFAULT_DELIVERY_DAYS) : null,
    has_meta_referrer_key: seesSettings ? Boolean(row.has_meta_referrer_key) : null,
    day_kind: dayKindOf(row.day_kind),
    members_count: seesSettings ? Number(row.members_count) : null,
    is_refolding: Boolean(row.is_refolding),
    setup: seesSettings ? setupOf(row) : [],
    created_at: row.created_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    removal_at: row.deleted_at ? removalAt(row.deleted_at).toISOString() : null,
  };
}

export function presentAuditEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { user_id: row.actor_id, email: row.actor_email },
    action: row.action as AuditAction,
    target: row.target,
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
    ip: row.ip,
    user_agent: row.user_agent,
  };
}
