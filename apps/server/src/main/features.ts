import type { FastifyInstance } from 'fastify';
import { routes as account } from '../features/account/routes.ts';
import { createEvaluateAlerts } from '../features/alerts/evaluate-alerts.ts';
import { findDueAlerts } from '../features/alerts/find-due-alerts.ts';
import { alertMails } from '../features/alerts/mail-list.ts';
import type { AlertReports } from '../features/alerts/measure-options.ts';
import { alertRoutes } from '../features/alerts/routes.ts';
import { sendAlert } from '../features/alerts/send-alert.ts';
import { mountAnalyticsProxy } from '../features/analytics-proxy/mount.ts';
import { routes as analyticsTools } from '../features/analytics-tools/routes.ts';
import { createApplyStoredClaims } from '../features/attribution/apply-stored-claims.ts';
import { createAskAdServices } from '../features/attribution/ask-adservices.ts';
import { findOutliers } from '../features/attribution/find-outliers.ts';
import { loadIpRanges } from '../features/attribution/load-ip-ranges.ts';
import { routes as whatIf } from '../features/attribution/what-if/routes.ts';
import { exportTable } from '../features/campaigns/export-table.ts';
import { listCampaigns } from '../features/campaigns/list-campaigns.ts';
import { routes as campaigns } from '../features/campaigns/routes.ts';
import { createApplyCoupon } from '../features/coupons/apply-coupon.ts';
import { issuePlanned } from '../features/coupons/issue-planned.ts';
import { routes as coupons } from '../features/coupons/routes.ts';
import { routes as credentials } from '../features/credentials/routes.ts';
import { lookAtLanes } from '../features/deliveries/jobs.ts';
import { routes as deliveries } from '../features/deliveries/routes.ts';
import { runBackfill } from '../features/deliveries/run-backfill.ts';
import { checkDomains } from '../features/domains/check-domain.ts';
import { routes as domains } from '../features/domains/routes.ts';
import { routes as eventMaps } from '../features/event-maps/routes.ts';
import { exportRoutes } from '../features/exports/routes.ts';
import { resumeExports, writeExportJob } from '../features/exports/write-export.ts';
import { routes as feedback } from '../features/feedback/routes.ts';
import { createLive } from '../features/live/routes.ts';
import { inviteGuest } from '../features/members/invite-members.ts';
import { routes as members } from '../features/members/routes.ts';
import { routes as money } from '../features/money/routes.ts';
import { routes as googleAds } from '../features/networks/google/routes.ts';
import { routes as meta } from '../features/networks/meta/routes.ts';
import { findDueImports, importNetworkSpend } from '../features/networks/spend/import-spend.ts';
import { routes as networkSpend } from '../features/networks/spend/routes.ts';
import { routes as tiktok } from '../features/networks/tiktok/routes.ts';
import { watchLogins } from '../features/networks/watch-logins.ts';
import { routes as people } from '../features/people/routes.ts';
import { routes as projects } from '../features/projects/routes.ts';
import { explainChange } from '../features/reports/explain-change.ts';
import { readStats } from '../features/reports/read-stats.ts';
import { routes as reports } from '../features/reports/routes.ts';
import { applyRetention } from '../features/retention/apply-retention.ts';
import { makePartitions, refreshStatisticsJob } from '../features/retention/jobs.ts';
import { removeDeletedProjects, removeExpired } from '../features/retention/remove-expired.ts';
import { routes as savedViews } from '../features/saved-views/routes.ts';
import { findDueReports } from '../features/scheduled-reports/find-due-reports.ts';
import { reportMails } from '../features/scheduled-reports/mail-list.ts';
import type { Reports } from '../features/scheduled-reports/read-content.ts';
import { routes as scheduledReports } from '../features/scheduled-reports/routes.ts';
import { createSendReport } from '../features/scheduled-reports/send-report.ts';
import { sdkCheckRoutes } from '../features/sdk-check/routes.ts';
import { sharingRoutes } from '../features/sharing/routes.ts';
import { routes as signIn } from '../features/sign-in/routes.ts';
import { sendSignInLink } from '../features/sign-in/send-magic-link.ts';
import { routes as skanBackTest } from '../features/skan/back-test/routes.ts';
import { runSkanBackTest } from '../features/skan/back-test/run-back-test.ts';
import { mountSchema } from '../features/skan/exports/mount-schema.ts';
import { routes as skanExports } from '../features/skan/exports/routes.ts';
import { uploadSkanSchema } from '../features/skan/exports/upload-google.ts';
import { routes as skanPostbacks } from '../features/skan/postbacks/routes.ts';
import { reportRoutes as skanReport } from '../features/skan/report/routes.ts';
import { routes as skanSchema } from '../features/skan/schema/routes.ts';
import { routes as storeListings } from '../features/store-listings/routes.ts';
import { routes as usage } from '../features/usage/routes.ts';
import { mountScript } from '../features/web-sdk/mount-script.ts';
import { routes as webSdk } from '../features/web-sdk/routes.ts';
import { routes as webhooks } from '../features/webhooks/routes.ts';
import { mountDashboard } from '../http/dashboard.ts';
import { mountDocs } from '../http/docs.ts';
import { mountGuides } from '../http/guides.ts';
import { mount } from '../http/mount.ts';
import { mountUnsubscribe } from '../http/mount-unsubscribe.ts';
import type { Job } from '../jobs/runner.ts';
import { sendMail } from '../jobs/send-mail.ts';
import type { Kit } from '../platform/kit.ts';
import { filterOf } from '../report/filter-of.ts';
import { refoldProject } from '../rollups/jobs.ts';
import { applyClaim, applyClaims } from './apply-claim.ts';
import { applyCoupon } from './apply-coupon.ts';
import { decideOpen } from './decide-open.ts';

/** Reports that mails and alerts have the numbers of. */
const REPORTS: AlertReports & Reports = {
  stats: ({ db, clock }, filter, metrics) => readStats(db, clock.now(), { filter, metrics }),
  campaigns: (kit, filter, query) => listCampaigns(kit, filter, query),
  explain: ({ db, clock }, filter, metric) =>
    explainChange(db, clock.now(), { filter, metric, row: { group_by: 'campaign' } }),
};

const API = [
  signIn,
  account,
  projects,
  members,
  credentials,
  usage,
  money,
  exportRoutes({ tableCsv: (kit, by, query) => exportTable(kit, filterOf(by, query), query) }),
  feedback,
  campaigns,
  sharingRoutes({ inviteGuest }),
  people,
  storeListings,
  domains,
  reports,
  savedViews,
  scheduledReports,
  alertRoutes(REPORTS),
  skanReport,
  deliveries,
  webhooks,
  whatIf,
  meta,
  tiktok,
  googleAds,
  networkSpend,
  eventMaps,
  coupons,
  analyticsTools,
  skanPostbacks,
  webSdk,
  skanSchema,
  skanExports,
  skanBackTest,
  sdkCheckRoutes(decideOpen),
].flat();

/** Everything that the api role serves. */
export async function mountApi(app: FastifyInstance, kit: Kit): Promise<void> {
  const live = createLive(kit);
  app.addHook('onClose', () => live.stop());
  mount(app, kit, [...API, ...live.routes]);
  await mountAnalyticsProxy(app, kit);
  mountScript(app, kit);
  mountSchema(app, kit);
  await mountUnsubscribe(app, kit, [reportMails, alertMails]);
  await mountDocs(app);
  await mountGuides(app, kit);
  await mountDashboard(app);
}

/** Everything that the worker role does. */
export const WORKER_JOBS: Job[] = [
  sendMail,
  sendSignInLink,
  removeExpired,
  removeDeletedProjects,
  checkDomains,
  loadIpRanges,
  createAskAdServices(applyClaim),
  createApplyStoredClaims(applyClaims),
  createApplyCoupon(applyCoupon),
  issuePlanned,
  uploadSkanSchema,
  runSkanBackTest,
  findOutliers,
  makePartitions,
  applyRetention,
  refreshStatisticsJob,
  refoldProject,
  writeExportJob,
  resumeExports,
  lookAtLanes,
  watchLogins,
  runBackfill,
  findDueImports,
  importNetworkSpend,
  findDueReports,
  createSendReport(REPORTS),
  findDueAlerts,
  createEvaluateAlerts(REPORTS),
  sendAlert,
];
