import type { AuditEntry } from '@trailmark/contract/audit-log';
import { SCREEN_WORDS, viewScreenOf } from '../../report/views/view-state.ts';
import { type AuditNames, auditValue } from './audit-value.ts';

type Values = AuditEntry['before'];

export interface AuditChange {
  field: string;
  /** Null where there was nothing. */
  before: string | null;
  after: string | null;
}

const LABELS: Record<string, string> = {
  name: 'Name',
  platform: 'Platform',
  website: 'Website',
  app_store_link: 'App Store link',
  play_store_link: 'Play Store link',
  currency: 'Currency',
  timezone: 'Time zone',
  role: 'Role',
  email: 'E-mail',
  click_hours: 'Click window (hours)',
  probabilistic_hours: 'Probabilistic window (hours)',
  view_hours: 'View window (hours)',
  reattribution_days: 'Re-attribution window (days)',
  inactivity_days: 'Inactivity window (days)',
  web_days: 'Web click window (days)',
  hint: 'Key',
  keep_old_hours: 'Old key kept (hours)',
  expires_at: 'Expires',
  from: 'First day',
  to: 'Last day',
  url: 'URL',
  app_id: 'App ID',
  dataset_id: 'Dataset ID',
  link_id: 'Link',
  display_id: 'Custom id',
  day_kind: 'Days after an install',
  retention_days: 'Raw data kept (days)',
  delivery_retention_days: 'Deliveries kept (days)',
  ios_store_listing_id: 'App Store listing',
  android_store_listing_id: 'Google Play listing',
  desktop_redirect: 'Desktop page',
  ios_web_redirect: 'Web page for iOS',
  android_web_redirect: 'Web page for Android',
  owned_media: 'Owned media',
  utm_source: 'UTM source',
  network_event: 'Event at the network',
  old_secret_until: 'Old secret works until',
  removal_at: 'Removed for good',
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Fields whose values mean something only together with their name. */
const FIELD_WORDS: Record<string, (value: unknown) => string | undefined> = {
  weekday: (value) => WEEKDAYS[Number(value) - 1],
  hour: (value) => `${String(value).padStart(2, '0')}:00`,
  screen: (value) => {
    const screen = viewScreenOf(String(value));
    return screen ? SCREEN_WORDS[screen] : undefined;
  },
};

function labelOf(path: string): string {
  const known = LABELS[path.split('.').at(-1) ?? path];
  if (known) return known;
  const words = path.replaceAll(/[._]/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The leaves of nested values by their path. */
function leavesOf(values: Values, known: AuditNames, prefix = ''): Map<string, string | null> {
  const leaves = new Map<string, string | null>();
  for (const [name, value] of Object.entries(values ?? {})) {
    const path = prefix + name;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [inner, leaf] of leavesOf(value as Values, known, `${path}.`)) leaves.set(inner, leaf);
    } else {
      leaves.set(path, FIELD_WORDS[name]?.(value) ?? auditValue(value, known));
    }
  }
  return leaves;
}

/** The fields that differ between before and after, with names that a person knows. */
export function auditChanges(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  known: AuditNames,
): AuditChange[] {
  const old = leavesOf(before, known);
  const next = leavesOf(after, known);
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((path) => ({
      field: labelOf(path),
      before: old.get(path) ?? null,
      after: next.get(path) ?? null,
    }))
    .filter((change) => change.before !== change.after);
}
