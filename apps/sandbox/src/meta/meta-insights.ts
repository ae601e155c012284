import { addDays, dayOf, dayStartMs, daysBetween, localTimeMs } from '../ad-accounts/account-days.ts';
import { type AdAccount, type AdEntity, entitiesOf, type Level } from '../ad-accounts/ad-account.ts';
import { type AdNumbers, hasDelivery, majorUnits } from '../ad-accounts/ad-numbers.ts';
import { asObject, entryOf, parseJson } from '../receivers/request-content.ts';
import type { Answer } from '../receivers/tool.ts';
import { chooseFields, fieldsOf } from './graph-page.ts';
import { graphError, invalid } from './meta-error.ts';
import type { MetaState } from './meta-state.ts';

const LEVELS = new Set<string>(['account', 'campaign', 'adset', 'ad']);
const FIELDS = new Set([
  ...['account_id', 'account_name', 'account_currency', 'campaign_id', 'campaign_name', 'adset_id'],
  ...['adset_name', 'ad_id', 'ad_name', 'spend', 'impressions', 'clicks', 'inline_link_clicks', 'reach'],
  ...['actions', 'action_values', 'date_start', 'date_stop'],
]);
const PARAMETERS = new Set([
  ...['access_token', 'appsecret_proof', 'level', 'time_range', 'date_preset', 'time_increment', 'fields'],
  ...['limit', 'after', 'action_attribution_windows', 'use_unified_attribution_setting'],
  ...['action_report_time', 'method', 'format'],
]);
/** How many days a preset has, and how many days ago it ends. */
const PRESETS: Record<string, [days: number, endsDaysAgo: number]> = {
  today: [1, 0],
  yesterday: [1, 1],
  last_3d: [3, 1],
  last_7d: [7, 1],
  last_14d: [14, 1],
  last_28d: [28, 1],
  last_30d: [30, 1],
  last_90d: [90, 1],
};
const DEFAULT_PRESET = 'last_30d';
/** Older days cannot be read at all: 37 months. */
const MOST_DAYS_AGO = 1127;

interface InsightsQuery {
  level: Level;
  periods: { since: string; until: string }[];
  fields: string[];
}

type Problem = { answer: Answer };

function rangeOf(parameters: URLSearchParams, today: string): { since: string; until: string } | Problem {
  const rangeText = parameters.get('time_range');
  if (!rangeText) {
    const preset = entryOf(PRESETS, parameters.get('date_preset') ?? DEFAULT_PRESET);
    if (!preset) return { answer: invalid('Param date_preset must be one of the documented values') };
    const until = addDays(today, -preset[1]);
    return { since: addDays(until, 1 - preset[0]), until };
  }
  const { since, until } = asObject(parseJson(rangeText)) ?? {};
  if (dayStartMs(since) === null || dayStartMs(until) === null) {
    return { answer: invalid('Param time_range must be {"since":"YYYY-MM-DD","until":"YYYY-MM-DD"}') };
  }
  const range = { since: String(since), until: String(until) };
  if (range.since > range.until)
    return { answer: invalid('Param time_range: since must not be after until') };
  if (range.since < addDays(today, -MOST_DAYS_AGO)) {
    const message =
      '(#3018) The start date of the time range cannot be beyond 37 months from the current date';
    return { answer: graphError({ message, code: 3018 }) };
  }
  return range;
}

function periodsOf(
  { since, until }: { since: string; until: string },
  increment: string,
): InsightsQuery['periods'] | null {
  if (increment === 'all_days') return [{ since, until }];
  const step = /^\d+$/.test(increment) ? Number(increment) : 0;
  if (step < 1 || step > 90) return null;
  const days = daysBetween(since, until);
  return days
    .filter((_, n) => n % step === 0)
    .map((day) => ({ since: day, until: addDays(day, step - 1) > until ? until : addDays(day, step - 1) }));
}

/** The query of an insights call, or Meta's answer to a parameter that is wrong. */
export function insightsQueryOf(
  parameters: URLSearchParams,
  account: AdAccount,
  now: Date,
): InsightsQuery | Problem {
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) return { answer: invalid(`Param ${unknown} is not served by this stand-in`) };
  const level = parameters.get('level') ?? 'account';
  if (!LEVELS.has(level)) {
    return { answer: invalid('Param level must be one of {ad, adset, campaign, account}') };
  }
  const fields = fieldsOf(parameters);
  const wrongField = fields.find((field) => !FIELDS.has(field));
  if (wrongField !== undefined) return { answer: invalid(`${wrongField} is not valid for fields param.`) };
  const range = rangeOf(parameters, dayOf(localTimeMs(now, account.timeZone)));
  if ('answer' in range) return range;
  const periods = periodsOf(range, parameters.get('time_increment') ?? 'all_days');
  if (!periods) {
    return { answer: invalid('Param time_increment must be a number from 1 to 90, or all_days') };
  }
  return { level: level as Level, periods, fields };
}

function rowOf({ account, campaign, adSet, ad }: AdEntity, numbers: AdNumbers): Record<string, unknown> {
  return {
    account_id: account.id,
    account_name: account.name,
    account_currency: account.currency,
    campaign_id: campaign?.id,
    campaign_name: campaign?.name,
    adset_id: adSet?.id,
    adset_name: adSet?.name,
    ad_id: ad?.id,
    ad_name: ad?.name,
    spend: majorUnits(numbers.spend),
    impressions: String(numbers.impressions),
    clicks: String(numbers.clicks),
    inline_link_clicks: String(Math.round(numbers.clicks * 0.9)),
    reach: String(Math.round(numbers.impressions * 0.8)),
    actions:
      numbers.installs === 0
        ? undefined
        : [{ action_type: 'mobile_app_install', value: String(numbers.installs) }],
  };
}

/** The rows of an account: days of its own time zone, and only where something was delivered. */
export function insightRows(
  account: AdAccount,
  { level, periods, fields }: InsightsQuery,
  { state, now }: { state: MetaState; now: Date },
): Record<string, unknown>[] {
  // Without fields, Meta answers these two.
  const names = fields.length === 0 ? ['impressions', 'spend', 'account_id'] : fields;
  return periods.flatMap(({ since, until }) =>
    entitiesOf(account, level).flatMap((entity) => {
      const numbers = state.numbers.ofDays(entity, daysBetween(since, until), now);
      if (!hasDelivery(numbers)) return [];
      const row = { ...rowOf(entity, numbers), date_start: since, date_stop: until };
      return [chooseFields(row, { fields: names, always: ['date_start', 'date_stop'] })];
    }),
  );
}
