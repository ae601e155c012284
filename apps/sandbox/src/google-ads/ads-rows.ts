import { addDays, dayOf, daysBetween, localTimeMs } from '../ad-accounts/account-days.ts';
import {
  type AdAccount,
  type AdEntity,
  type Campaign,
  entitiesOf,
  type Level,
} from '../ad-accounts/ad-account.ts';
import { type AdNumbers, HISTORY_DAYS, hasDelivery } from '../ad-accounts/ad-numbers.ts';
import type { GaqlCondition } from './gaql.ts';
import { type AppLink, GOOGLE_ACCOUNTS, GOOGLE_LISTED_ACTIONS, GOOGLE_MANAGER } from './google-ads.data.ts';
import type { GoogleState } from './google-state.ts';

export type FlatRow = Record<string, unknown>;

export const REPORT_LEVELS: Record<string, Level> = {
  customer: 'account',
  campaign: 'campaign',
  ad_group: 'adset',
  ad_group_ad: 'ad',
};

const CUSTOMER_FIELDS = [
  ...['customer.id', 'customer.descriptive_name', 'customer.currency_code', 'customer.time_zone'],
  ...['customer.manager', 'customer.status', 'customer.resource_name'],
];
const METRIC_FIELDS = [
  ...['segments.date', 'metrics.cost_micros', 'metrics.impressions', 'metrics.clicks', 'metrics.conversions'],
  ...['metrics.conversions_value', 'metrics.biddable_app_install_conversions'],
];
const CAMPAIGN_FIELDS = [
  ...['campaign.id', 'campaign.name', 'campaign.status', 'campaign.advertising_channel_type'],
  'campaign.resource_name',
];
const GROUP_FIELDS = ['ad_group.id', 'ad_group.name', 'ad_group.status', 'ad_group.resource_name'];
const AD_FIELDS = ['ad_group_ad.ad.id', 'ad_group_ad.ad.name', 'ad_group_ad.status'];
const LINK_FIELDS = [
  ...['account_link.account_link_id', 'account_link.status', 'account_link.resource_name'],
  ...['app_id', 'app_vendor', 'app_analytics_provider_id'].map(
    (name) => `account_link.third_party_app_analytics.${name}`,
  ),
];

/** The fields that can be selected from each resource. */
export const RESOURCE_FIELDS: Record<string, readonly string[]> = {
  customer_client: [
    ...['id', 'client_customer', 'level', 'manager', 'descriptive_name', 'currency_code', 'time_zone'],
    ...['status', 'hidden', 'test_account', 'resource_name'],
  ].map((name) => `customer_client.${name}`),
  customer: [...CUSTOMER_FIELDS, ...METRIC_FIELDS],
  campaign: [...CUSTOMER_FIELDS, ...CAMPAIGN_FIELDS, ...METRIC_FIELDS],
  ad_group: [...CUSTOMER_FIELDS, ...CAMPAIGN_FIELDS, ...GROUP_FIELDS, ...METRIC_FIELDS],
  ad_group_ad: [...CUSTOMER_FIELDS, ...CAMPAIGN_FIELDS, ...GROUP_FIELDS, ...AD_FIELDS, ...METRIC_FIELDS],
  account_link: LINK_FIELDS,
  conversion_action: ['id', 'name', 'type', 'status', 'resource_name'].map(
    (name) => `conversion_action.${name}`,
  ),
  third_party_app_analytics_link: [
    ...['resource_name', 'shareable_link_id'].map((name) => `third_party_app_analytics_link.${name}`),
    ...LINK_FIELDS,
  ],
};

/** The account itself at level 0, and what it manages at level 1. */
export function clientRows(customerId: string): FlatRow[] {
  const isManager = customerId === GOOGLE_MANAGER.id;
  const accounts = isManager
    ? [GOOGLE_MANAGER, ...GOOGLE_ACCOUNTS]
    : GOOGLE_ACCOUNTS.filter(({ id }) => id === customerId);
  return accounts.map(({ id, name, currency, timeZone }) => ({
    'customer_client.id': id,
    'customer_client.client_customer': `customers/${id}`,
    'customer_client.resource_name': `customers/${customerId}/customerClients/${id}`,
    'customer_client.level': id === customerId ? '0' : '1',
    'customer_client.manager': id === GOOGLE_MANAGER.id,
    'customer_client.descriptive_name': name,
    'customer_client.currency_code': currency,
    'customer_client.time_zone': timeZone,
    'customer_client.status': 'ENABLED',
    'customer_client.hidden': false,
    'customer_client.test_account': false,
  }));
}

function channelOf({ name }: Campaign): string {
  if (name.includes('Performance Max')) return 'PERFORMANCE_MAX';
  return name.includes('App') ? 'MULTI_CHANNEL' : 'SEARCH';
}

/** Performance Max has asset groups in the place of ad groups and ads. */
const hasAds = ({ campaign, adSet }: AdEntity) =>
  !campaign || !adSet || channelOf(campaign) !== 'PERFORMANCE_MAX';

function entityFields({ account, campaign, adSet, ad }: AdEntity): FlatRow {
  const path = `customers/${account.id}`;
  return {
    'customer.id': account.id,
    'customer.descriptive_name': account.name,
    'customer.currency_code': account.currency,
    'customer.time_zone': account.timeZone,
    'customer.manager': false,
    'customer.status': 'ENABLED',
    'customer.resource_name': path,
    'campaign.id': campaign?.id,
    'campaign.name': campaign?.name,
    'campaign.status': 'ENABLED',
    'campaign.advertising_channel_type': campaign && channelOf(campaign),
    'campaign.resource_name': `${path}/campaigns/${campaign?.id}`,
    'ad_group.id': adSet?.id,
    'ad_group.name': adSet?.name,
    'ad_group.status': 'ENABLED',
    'ad_group.resource_name': `${path}/adGroups/${adSet?.id}`,
    'ad_group_ad.ad.id': ad?.id,
    'ad_group_ad.ad.name': ad?.name,
    'ad_group_ad.status': 'ENABLED',
  };
}

/** Whole numbers are texts in Google's JSON, fractions are numbers. */
const metricFields = ({ spend, impressions, clicks, installs }: AdNumbers): FlatRow => ({
  'metrics.cost_micros': String(spend * 10_000),
  'metrics.impressions': String(impressions),
  'metrics.clicks': String(clicks),
  'metrics.conversions': installs,
  'metrics.conversions_value': installs * 2.5,
  'metrics.biddable_app_install_conversions': installs,
});

/** The days that the conditions allow, of those that have numbers. */
function daysOf(account: AdAccount, conditions: readonly GaqlCondition[], now: Date): string[] {
  const today = dayOf(localTimeMs(now, account.timeZone));
  const dates = conditions.filter(({ field }) => field === 'segments.date');
  const isWithin = (day: string) =>
    dates.every(({ operator, values: [first = '', second = ''] }) => {
      if (operator === '=') return day === first;
      if (operator === 'BETWEEN') return day >= first && day <= second;
      if (operator === '<=') return day <= first;
      if (operator === '<') return day < first;
      return operator === '>=' ? day >= first : day > first;
    });
  return daysBetween(addDays(today, -HISTORY_DAYS), today).filter(isWithin);
}

export interface ReportRows {
  resource: string;
  conditions: readonly GaqlCondition[];
  isByDay: boolean;
  hasMetrics: boolean;
}

/** Campaigns, ad groups or ads; with metrics only where there were any. */
export function reportRows(
  account: AdAccount,
  { resource, conditions, isByDay, hasMetrics }: ReportRows,
  { state, now }: { state: GoogleState; now: Date },
): FlatRow[] {
  const entities = entitiesOf(account, REPORT_LEVELS[resource] ?? 'campaign').filter(hasAds);
  if (!isByDay && !hasMetrics) return entities.map(entityFields);
  const days = daysOf(account, conditions, now);
  const rowOf = (entity: AdEntity, own: string[]): FlatRow[] => {
    const numbers = state.numbers.ofDays(entity, own, now);
    if (!hasDelivery(numbers)) return [];
    return [{ ...entityFields(entity), ...metricFields(numbers), 'segments.date': own[0] }];
  };
  return isByDay
    ? days.flatMap((day) => entities.flatMap((entity) => rowOf(entity, [day])))
    : entities.flatMap((entity) => rowOf(entity, days));
}

export function linkRows(customerId: string, links: readonly AppLink[], providerId: string): FlatRow[] {
  return links
    .filter((link) => link.customerId === customerId)
    .map(({ accountLinkId, linkId, appId, appVendor, status }) => ({
      'third_party_app_analytics_link.resource_name': `customers/${customerId}/thirdPartyAppAnalyticsLinks/${accountLinkId}`,
      'third_party_app_analytics_link.shareable_link_id': linkId,
      'account_link.resource_name': `customers/${customerId}/accountLinks/${accountLinkId}`,
      'account_link.account_link_id': accountLinkId,
      'account_link.status': status,
      'account_link.third_party_app_analytics.app_id': appId,
      'account_link.third_party_app_analytics.app_vendor': appVendor,
      'account_link.third_party_app_analytics.app_analytics_provider_id': providerId,
    }));
}

export const actionRows = (customerId: string): FlatRow[] =>
  (GOOGLE_LISTED_ACTIONS[customerId] ?? []).map(({ id, name, type, status }) => ({
    'conversion_action.id': id,
    'conversion_action.name': name,
    'conversion_action.type': type,
    'conversion_action.status': status,
    'conversion_action.resource_name': `customers/${customerId}/conversionActions/${id}`,
  }));
