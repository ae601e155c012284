import { addDays, dayOf, daysBetween, localTimeMs } from '../ad-accounts/account-days.ts';
import { type AdAccount, entitiesOf } from '../ad-accounts/ad-account.ts';
import { HISTORY_DAYS } from '../ad-accounts/ad-numbers.ts';
import type { Answer, ToolRequest } from '../receivers/tool.ts';
import { chooseFields, fieldsOf, graphPage } from './graph-page.ts';
import { type Dataset, META_ACCOUNTS, META_APP, META_DATASETS } from './meta.data.ts';
import { graphError, invalid, noSuchObject } from './meta-error.ts';
import { type Caller, lacksScope, type MetaState, parametersOf } from './meta-state.ts';

const HOUR_MS = 3_600_000;
const ACCOUNT_FIELDS = [
  ...['id', 'account_id', 'name', 'account_status', 'currency', 'timezone_name'],
  ...['timezone_offset_hours_utc', 'business', 'disable_reason', 'amount_spent'],
];
const DATASET_FIELDS = [
  ...['id', 'name', 'is_unavailable', 'is_consolidated_container', 'last_fired_time', 'owner_business'],
];
const BUSINESS = { id: '290011223344556', name: 'Kite Commerce' };

function unknownField(fields: readonly string[], known: readonly string[], node: string): Answer | null {
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown === undefined) return null;
  return invalid(`Tried accessing nonexisting field (${unknown}) on node type (${node})`);
}

function amountSpent(account: AdAccount, state: MetaState, now: Date): number {
  const today = dayOf(localTimeMs(now, account.timeZone));
  const days = daysBetween(addDays(today, -HISTORY_DAYS), today);
  return entitiesOf(account, 'account').reduce(
    (sum, entity) => sum + state.numbers.ofDays(entity, days, now).spend,
    0,
  );
}

function accountNode(account: AdAccount, state: MetaState, now: Date): Record<string, unknown> {
  const { id, name, currency, timeZone } = account;
  const minutes = Math.floor(now.getTime() / 60_000) * 60_000;
  return {
    id: `act_${id}`,
    account_id: id,
    name,
    account_status: 1,
    currency,
    timezone_name: timeZone,
    timezone_offset_hours_utc: (localTimeMs(now, timeZone) - minutes) / HOUR_MS,
    business: BUSINESS,
    disable_reason: 0,
    amount_spent: String(amountSpent(account, state, now)),
  };
}

export const findAccount = (id: string): AdAccount | null =>
  META_ACCOUNTS.find((account) => `act_${account.id}` === id) ?? null;

export const findDataset = (id: string): Dataset | null =>
  META_DATASETS.find((dataset) => dataset.id === id) ?? null;

/** The ad accounts of the person. */
export function adAccounts(
  request: ToolRequest,
  { state, caller, now }: { state: MetaState; caller: Caller; now: Date },
): Answer {
  const parameters = parametersOf(request);
  const fields = fieldsOf(parameters);
  const problem =
    lacksScope(caller, 'ads_read', 'ads_management') ?? unknownField(fields, ACCOUNT_FIELDS, 'AdAccount');
  if (problem) return problem;
  // Without fields, Meta answers the two ids.
  const always = fields.length === 0 ? ['id', 'account_id'] : ['id'];
  const rows = META_ACCOUNTS.map((account) =>
    chooseFields(accountNode(account, state, now), { fields, always }),
  );
  return graphPage(rows, request, { parameters });
}

function datasetNode({ id, name, isConsolidated }: Dataset): Record<string, unknown> {
  return {
    id,
    name,
    is_unavailable: false,
    is_consolidated_container: isConsolidated,
    owner_business: BUSINESS,
  };
}

/** A dataset by its id, for who may read it. */
export function readDataset(request: ToolRequest, dataset: Dataset): Answer {
  const fields = fieldsOf(parametersOf(request));
  const problem = unknownField(fields, DATASET_FIELDS, 'AdsPixel');
  if (problem) return problem;
  const always = fields.length === 0 ? ['id', 'name'] : ['id'];
  return { status: 200, body: chooseFields(datasetNode(dataset), { fields, always }) };
}

/** The datasets of an ad account, which Meta still calls pixels. */
export function adsPixels(request: ToolRequest, accountId: string, caller: Caller): Answer {
  const account = findAccount(accountId);
  const parameters = parametersOf(request);
  const fields = fieldsOf(parameters);
  const problem =
    lacksScope(caller, 'ads_read', 'ads_management') ?? unknownField(fields, DATASET_FIELDS, 'AdsPixel');
  if (problem) return problem;
  if (!account) return noSuchObject(accountId);
  const rows = META_DATASETS.filter((dataset) => dataset.accountId === account.id);
  const chosen = rows.map((dataset) => chooseFields(datasetNode(dataset), { fields, always: ['id'] }));
  return graphPage(chosen, request, { parameters });
}

/** The datasets that are linked to an app. */
export function linkedDataset(request: ToolRequest, appId: string): Answer {
  if (appId !== META_APP.id) {
    return graphError({ message: `(#10) Application ${appId} cannot be read by this token`, code: 10 });
  }
  const rows = META_DATASETS.filter((dataset) => dataset.appId === appId).map(({ id, name }) => ({
    id,
    name,
  }));
  return graphPage(rows, request, { parameters: parametersOf(request) });
}
