import type { AdAccount } from '../ad-accounts/ad-account.ts';
import type { Answer, ToolRequest } from '../receivers/tool.ts';
import { graphPage } from './graph-page.ts';
import { findAccount } from './meta-accounts.ts';
import { invalid, noSuchObject } from './meta-error.ts';
import { insightRows, insightsQueryOf } from './meta-insights.ts';
import { type Caller, lacksScope, type MetaState, parametersOf, type ReportRun } from './meta-state.ts';

const RUN_DAYS = 30;
const DAY_MS = 86_400_000;
const FIRST_RUN_ID = 6_012_345_678_900_000;
/** The status after so many reads of it. */
const STATUSES = [
  ['Job Not Started', 0],
  ['Job Running', 40],
  ['Job Completed', 100],
] as const;

interface InsightsCall {
  state: MetaState;
  caller: Caller;
  now: Date;
}

/** How much of the limits a call has used: Meta sends it with every answer. */
function usageOf({ id }: AdAccount): Record<string, string> {
  const usage = { call_count: 2, total_cputime: 1, total_time: 1, estimated_time_to_regain_access: 0 };
  return {
    'x-fb-ads-insights-throttle': JSON.stringify({
      app_id_util_pct: 1.5,
      acc_id_util_pct: 2,
      ads_api_access_tier: 'standard_access',
    }),
    'x-business-use-case-usage': JSON.stringify({ [id]: [{ type: 'ads_insights', ...usage }] }),
  };
}

function startReport(account: AdAccount, parameters: URLSearchParams, { state, now }: InsightsCall): Answer {
  const id = String(FIRST_RUN_ID + state.runs.size);
  const isFailing = state.failsNextReport;
  state.failsNextReport = false;
  state.runs.set(id, { id, accountId: account.id, parameters, createdAt: now, polls: 0, isFailing });
  return { status: 200, body: { report_run_id: id }, headers: usageOf(account) };
}

/** Insights at once with GET, or as a report that is prepared with POST. */
export function insights(request: ToolRequest, accountId: string, call: InsightsCall): Answer {
  const { state, caller, now } = call;
  const denied = lacksScope(caller, 'ads_read', 'ads_management');
  if (denied) return denied;
  const account = findAccount(accountId);
  if (!account) return noSuchObject(accountId);
  const parameters = parametersOf(request);
  const query = insightsQueryOf(parameters, account, now);
  if ('answer' in query) return query.answer;
  if (request.method === 'POST') return startReport(account, parameters, call);
  const rows = insightRows(account, query, { state, now });
  return graphPage(rows, request, { parameters, headers: usageOf(account) });
}

export function findRun(id: string, { state, now }: { state: MetaState; now: Date }): ReportRun | null {
  const run = state.runs.get(id);
  return run && now.getTime() - run.createdAt.getTime() < RUN_DAYS * DAY_MS ? run : null;
}

/** The status of a report; each read moves it on. */
export function reportStatus(run: ReportRun): Answer {
  const [status, percent] = STATUSES[Math.min(run.polls, STATUSES.length - 1)] ?? STATUSES[2];
  run.polls += 1;
  const isFailed = run.isFailing && percent === 100;
  const failure = isFailed
    ? { error_code: 2, error_subcode: 1504018, error_user_msg: 'The report failed. Try again.' }
    : {};
  const body = {
    id: run.id,
    account_id: run.accountId,
    time_ref: Math.floor(run.createdAt.getTime() / 1000),
    async_status: isFailed ? 'Job Failed' : status,
    async_percent_completion: isFailed ? 40 : percent,
    ...failure,
  };
  return { status: 200, body };
}

/** The rows of a completed report. */
export function reportRows(request: ToolRequest, run: ReportRun, { state, now }: InsightsCall): Answer {
  const account = findAccount(`act_${run.accountId}`);
  if (!account) return noSuchObject(run.id);
  if (run.polls < STATUSES.length || run.isFailing) return invalid(`Report ${run.id} is not completed`);
  const query = insightsQueryOf(run.parameters, account, now);
  if ('answer' in query) return query.answer;
  const rows = insightRows(account, query, { state, now });
  return graphPage(rows, request, { parameters: parametersOf(request) });
}
