import { AlertCondition } from '@trailmark/contract/alert-condition';
import { conditionWords } from '@trailmark/contract/alert-words';
import { networkWords, platformWords } from '../../report/dimension-words.ts';
import { formatDate, formatInstant } from '../../words/format-instant.ts';

/** Codes that an entry may hold, in the words of the screens where they are chosen. */
const CODES: Record<string, string> = {
  app: 'App',
  web: 'Web',
  calendar: 'Calendar days',
  '24h': '24-hour days',
  see: 'Can see',
  edit: 'Can edit',
  attributed: 'Credited to the network',
  organic: 'Organic only',
  first: 'First only',
  daily: 'Once a day',
  every: 'Every time',
  granted: 'Only with consent',
  not_denied: 'Unless refused',
  ignored: 'Not checked',
  mark: 'Mark it',
  no_postback: 'Send no postback',
  no_credit: 'Do not credit it',
  csv: 'CSV',
  parquet: 'Parquet',
};

export interface AuditNames {
  timezone: string;
  currency: string;
  /** What ids in an entry belong to. */
  names: ReadonlyMap<string, string>;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** A value of an entry as a person would write it: dates in the project's zone, codes in words, ids by name. */
export function auditValue(value: unknown, known: AuditNames): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const shown = value.map((one) => auditValue(one, known) ?? '–').join(', ');
    return shown === '' ? null : shown;
  }
  return typeof value === 'string' ? textInWords(value, known) : String(value);
}

function textInWords(text: string, known: AuditNames): string {
  if (UUID.test(text)) return known.names.get(text.toLowerCase()) ?? 'deleted';
  if (INSTANT.test(text)) return formatInstant(text, known.timezone);
  if (DAY.test(text)) return formatDate(text, 'UTC');
  const code = CODES[text];
  if (code) return code;
  if (/^(IOS|ANDROID|ios|android)$/.test(text)) return platformWords(text.toLowerCase());
  if (/^[A-Z][A-Z_]+$/.test(text)) return networkWords(text);
  return text.startsWith('{') ? fieldsInWords(text, known) : text;
}

/** An object that is stored as text, such as the condition of an alert or the value of an event map. */
function fieldsInWords(text: string, known: AuditNames): string {
  try {
    const fields = JSON.parse(text) as Record<string, unknown>;
    const condition = AlertCondition.safeParse(fields).data;
    if (condition)
      return conditionWords(condition, { currency: known.currency, campaignName: 'one campaign' });
    return Object.entries(fields)
      .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${auditValue(value, known) ?? 'none'}`)
      .join(', ');
  } catch {
    return text;
  }
}
