import type { SkanSchema } from '@trailmark/contract/skan-bases';
import { searchAnswer, searchRequest } from '@trailmark/core/networks/google/google-search';
import {
  ACCOUNT_LINKS_QUERY,
  AccountLinkRow,
  SchemaAnswer,
  schemaRequest,
} from '@trailmark/core/networks/google/google-skan';
import { toGoogle } from '@trailmark/core/skan/schema/to-google';
import { sql } from 'kysely';
import { job } from '../../../jobs/runner.ts';
import { NetworkRefused } from '../../../networks/ask-network.ts';
import { askGoogle, freshGoogleToken } from '../../../networks/google-login.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { findActivation, findAppId, findSchema } from '../schema/store.ts';
import { type GoogleAccountRow, listGoogleAccounts } from './google-status.ts';

interface Upload {
  projectId: string;
  version: number;
  schema: SkanSchema;
  appId: string;
}

interface Outcome {
  state: 'pending' | 'active' | 'error';
  warning?: string | null;
  error?: string;
}

/** Asks for the number of the link, has Google check the schema, and then replaces it. */
async function send(
  kit: Kit,
  { projectId, schema, appId }: Upload,
  account: GoogleAccountRow,
): Promise<Outcome> {
  const { login_id: loginId, external_id: customerId, login_customer_id: loginCustomerId } = account;
  if (loginId === null)
    return { state: 'error', error: 'No sign-in has access to this account. Connect again.' };
  const token = await freshGoogleToken(kit, { projectId, loginId });
  const access = { version: kit.env.networkVersions.googleAds, token };
  const search = { customerId, loginCustomerId, query: ACCOUNT_LINKS_QUERY, pageToken: null };
  const { results } = await askGoogle(kit, searchRequest(access, search), searchAnswer(AccountLinkRow));
  const link = results.find(
    ({ thirdPartyAppAnalyticsLink: { shareableLinkId } }) =>
      shareableLinkId.toLowerCase() === account.link_id?.toLowerCase(),
  );
  if (!link) return { state: 'error', error: 'Google does not know the link id of the iOS app. Check it.' };
  const { accountLinkId } = link.accountLink;
  const upload = { customerId, loginCustomerId, accountLinkId, schema: toGoogle(schema, appId) };
  await askGoogle(kit, schemaRequest(access, { ...upload, validateOnly: true }), SchemaAnswer);
  const answer = await askGoogle(
    kit,
    schemaRequest(access, { ...upload, validateOnly: false }),
    SchemaAnswer,
  );
  return { state: 'active', warning: answer.warning?.message || null };
}

/** What Google refuses is not tried again; what cannot be reached is. */
async function outcomeOf(kit: Kit, upload: Upload, account: GoogleAccountRow): Promise<Outcome> {
  try {
    return await send(kit, upload, account);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isFinal =
      error instanceof NetworkRefused ? error.error.meaning !== 'busy' : error.code === 'conflict';
    return { state: isFinal ? 'error' : 'pending', error: error.message };
  }
}

async function record(
  { db, clock }: Kit,
  { projectId, version }: Upload,
  { account, outcome }: { account: GoogleAccountRow; outcome: Outcome },
): Promise<void> {
  const now = clock.now();
  const uploadedAt = outcome.state === 'active' ? now : null;
  await sql`
    insert into skan_uploads (project_id, ad_network_id, link_id, version, state, warning, error, uploaded_at,
      updated_at)
    values (${projectId}, ${account.ad_network_id}, ${account.link_id}, ${version}, ${outcome.state},
      ${outcome.warning ?? null}, ${outcome.error ?? null}, ${uploadedAt}, ${now})
    on conflict (project_id, ad_network_id) do update set link_id = excluded.link_id, version = excluded.version,
      state = excluded.state, warning = excluded.warning, error = excluded.error, updated_at = excluded.updated_at,
      uploaded_at = excluded.uploaded_at`.execute(db);
}

/** Uploads the active schema to every account whose iOS app is linked. */
export const uploadSkanSchema = job('upload-skan-schema', async (kit, { project_id: projectId }) => {
  const [activation, active, appId] = await Promise.all([
    findActivation(kit.db, projectId),
    findSchema(kit.db, projectId, 'active'),
    findAppId(kit.db, projectId),
  ]);
  if (!activation?.activate_skan || !active || !appId) return;
  const upload = { projectId, version: active.version, schema: active.schema, appId };
  let isLeft = false;
  for (const account of await listGoogleAccounts(kit.db, projectId)) {
    const isDone = account.state === 'active' && account.version === active.version;
    if (account.link_id === null || isDone) continue;
    const outcome = await outcomeOf(kit, upload, account);
    await record(kit, upload, { account, outcome });
    isLeft ||= outcome.state === 'pending';
  }
  // The queue tries a job again that fails, with growing pauses.
  if (isLeft) throw new Error('Google could not take the SKAN schema now.');
});
