import * as adParts from './ad-parts.ts';
import * as alerts from './alerts.ts';
import * as analyticsTools from './analytics-tools.ts';
import * as auditLog from './audit-log.ts';
import * as campaignReport from './campaign-report.ts';
import * as campaigns from './campaigns.ts';
import * as client from './client.ts';
import * as cohorts from './cohorts.ts';
import * as couponCalls from './coupon-calls.ts';
import * as couponPools from './coupon-pools.ts';
import * as coupons from './coupons.ts';
import * as deliveries from './deliveries.ts';
import * as domains from './domains.ts';
import * as eventMaps from './event-maps.ts';
import * as eventPeople from './event-people.ts';
import * as explainChange from './explain-change.ts';
import * as exported from './exports.ts';
import * as feedback from './feedback.ts';
import * as googleAds from './google-ads.ts';
import * as history from './history.ts';
import * as hours from './hours.ts';
import * as keys from './keys.ts';
import * as limits from './limits.ts';
import * as links from './links.ts';
import * as live from './live.ts';
import * as members from './members.ts';
import * as meta from './meta.ts';
import * as networkSpend from './network-spend.ts';
import * as openConfig from './open-config.ts';
import * as people from './people.ts';
import * as preferences from './preferences.ts';
import * as projects from './projects.ts';
import * as rates from './rates.ts';
import type { Route } from './route.ts';
import * as rows from './rows.ts';
import * as savedViews from './saved-views.ts';

import * as scheduledReports from './scheduled-reports.ts';
import * as sdkCheck from './sdk-check.ts';
import * as sdkCredentials from './sdk-credentials.ts';
import * as serverApi from './server-api.ts';
import * as sharing from './sharing.ts';
import * as signIn from './sign-in.ts';
import * as skanBackTest from './skan-back-test.ts';
import * as skanExports from './skan-exports.ts';
import * as skanPostbacks from './skan-postbacks.ts';
import * as skanReport from './skan-report.ts';
import * as skanSchema from './skan-schema.ts';
import * as spend from './spend.ts';
import * as stats from './stats.ts';
import * as storeListings from './store-listings.ts';
import * as tiktok from './tiktok.ts';
import * as usage from './usage.ts';
import * as users from './users.ts';
import * as webSdk from './web-sdk.ts';
import * as webTraffic from './web-traffic.ts';
import * as webhooks from './webhooks.ts';
import * as whatIf from './what-if.ts';

const nouns = [
  openConfig,
  signIn,
  users,
  projects,
  members,
  keys,
  usage,
  preferences,
  savedViews,
  scheduledReports,
  alerts,
  auditLog,
  feedback,
  campaigns,
  links,
  adParts,
  storeListings,
  sdkCredentials,
  sdkCheck,
  limits,
  domains,
  client,
  serverApi,
  history,
  campaignReport,
  cohorts,
  exported,
  live,
  people,
  eventPeople,
  rates,
  rows,
  sharing,
  skanReport,
  spend,
  stats,
  explainChange,
  whatIf,
  hours,
  deliveries,
  webTraffic,
  webhooks,
  analyticsTools,
  coupons,
  couponPools,
  couponCalls,
  meta,
  tiktok,
  googleAds,
  networkSpend,
  eventMaps,
  webSdk,
  skanSchema,
  skanExports,
  skanBackTest,
  skanPostbacks,
];

function isRoute(value: unknown): value is Route {
  return (
    typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value
  );
}

/** Every call that the contract declares. */
export const ROUTES: Route[] = nouns.flatMap((noun) => Object.values(noun).filter(isRoute));
