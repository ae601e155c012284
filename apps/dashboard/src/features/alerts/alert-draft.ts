import { AlertCondition, type AlertKind, type AlertScope } from '@trailmark/contract/alert-condition';

/** A condition as it is typed: numbers are text until they are checked. */
export interface AlertDraft {
  kind: AlertKind;
  minutes: string;
  each: AlertScope;
  days: string;
  includesToday: boolean;
  threshold: string;
  minInstalls: string;
  minSpend: string;
  network: string | null;
  campaignId: string | null;
}

const EMPTY: AlertDraft = {
  kind: 'no_events',
  minutes: '60',
  each: 'project',
  days: '7',
  includesToday: false,
  threshold: '',
  minInstalls: '10',
  minSpend: '0',
  network: null,
  campaignId: null,
};

/** What a kind usually watches. */
const USUAL: Record<AlertKind, Partial<AlertDraft>> = {
  no_events: {},
  spend_without_installs: { each: 'campaign', days: '1', includesToday: true },
  cpi_above: { each: 'project', days: '7', includesToday: false },
  roas_below: { each: 'project', days: '7', includesToday: false, threshold: '1' },
  connection_broken: {},
};

export const draftOfKind = (kind: AlertKind): AlertDraft => ({ ...EMPTY, ...USUAL[kind], kind });

export function draftOf(condition: AlertCondition): AlertDraft {
  const draft = draftOfKind(condition.kind);
  if (condition.kind === 'no_events') return { ...draft, minutes: String(condition.minutes) };
  if (condition.kind === 'connection_broken') return draft;
  const { each, days, includes_today: includesToday, network, campaign_id: campaignId } = condition;
  const common = { ...draft, each, days: String(days), includesToday, network, campaignId };
  if (condition.kind === 'spend_without_installs') return { ...common, threshold: condition.amount };
  const { threshold, min_installs, min_spend: minSpend } = condition;
  return { ...common, threshold, minInstalls: String(min_installs), minSpend };
}

const numberOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text);

function inputOf(draft: AlertDraft): Record<string, unknown> {
  const { kind, minutes, each, days, includesToday, threshold, network, campaignId } = draft;
  if (kind === 'no_events') return { kind, minutes: numberOf(minutes) };
  if (kind === 'connection_broken') return { kind };
  const metric = {
    kind,
    each,
    days: numberOf(days),
    includes_today: includesToday,
    network,
    campaign_id: campaignId,
  };
  if (kind === 'spend_without_installs') return { ...metric, amount: threshold };
  const { minInstalls, minSpend } = draft;
  return { ...metric, threshold, min_installs: numberOf(minInstalls), min_spend: minSpend };
}

export type DraftErrors = Record<string, string>;

/** The condition, or what is wrong with it by field. */
export function readDraft(draft: AlertDraft): { condition: AlertCondition | null; errors: DraftErrors } {
  const { success, data, error } = AlertCondition.safeParse(inputOf(draft));
  if (success) return { condition: data, errors: {} };
  // Of several reasons the first is said.
  const issues = error.issues.toReversed();
  const errors = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
  return { condition: null, errors };
}
