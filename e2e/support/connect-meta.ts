import type { Call } from '@trailmark/contract/call';
import {
  connectMeta,
  getMetaAuth,
  importMetaAccounts,
  updateMetaCapiConfig,
  updateMetaSettings,
} from '@trailmark/contract/meta';
import { META_APP, META_DATASETS, META_SYSTEM_TOKEN } from '@trailmark/sandbox/meta/meta.data';

/** Lets a project read the accounts of Meta's stand-in: Kite India and Kite US. Gives the id of the first. */
export async function connectMetaAccounts(call: Call, project_id: string): Promise<string> {
  const app = { app_id: META_APP.id, app_secret: META_APP.secret };
  await call(updateMetaSettings, { body: { project_id, ...app } });
  const { auth_url } = await call(getMetaAuth, { query: { project_id } });
  const decision = new URLSearchParams({ decision: 'allow' });
  const answer = await fetch(auth_url, { method: 'POST', redirect: 'manual', body: decision });
  const { searchParams } = new URL(answer.headers.get('location') ?? '');
  const [code, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? ''];
  await call(connectMeta, { body: { project_id, code, state } });
  const { ad_accounts } = await call(importMetaAccounts, { body: { project_id } });
  return ad_accounts.find(({ name }) => name === 'Kite India')?.ad_network_id ?? '';
}

interface MetaSending {
  project_id: string;
  account: string;
  test_event_code?: string;
}

/** Enters the dataset of an account, so that it is sent events. */
export function sendToMeta(call: Call, { project_id, account, test_event_code }: MetaSending) {
  return call(updateMetaCapiConfig, {
    params: { network_account_id: account },
    body: {
      ...{ project_id, dataset_id: META_DATASETS[0]?.id, capi_access_token: META_SYSTEM_TOKEN },
      ...(test_event_code ? { test_event_code } : {}),
    },
  });
}
