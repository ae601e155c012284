import type { AuditEntry } from '@trailmark/contract/audit-log';

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
  removal_at: 'Removed for good',
};

function labelOf(path: string): string {
  const known = LABELS[path.split('.').at(-1) ?? path];
  if (known) return known;
  const words = path.replaceAll(/[._]/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inWords(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((one) => inWords(one) ?? '–').join(', ');
  return String(value);
}

/** The leaves of nested values by their path. */
function leavesOf(values: Values, prefix = ''): Map<string, string | null> {
  const leaves = new Map<string, string | null>();
  for (const [name, value] of Object.entries(values ?? {})) {
    const path = prefix + name;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [inner, leaf] of leavesOf(value as Values, `${path}.`)) leaves.set(inner, leaf);
    } else {
      leaves.set(path, inWords(value));
    }
  }
  return leaves;
}

/** The fields that differ between before and after, with names that a person knows. */
export function auditChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): AuditChange[] {
  const old = leavesOf(before);
  const next = leavesOf(after);
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((path) => ({
      field: labelOf(path),
      before: old.get(path) ?? null,
      after: next.get(path) ?? null,
    }))
    .filter((change) => change.before !== change.after);
}
