import {
  AccountsAnswer,
  accountsRequest,
  type FoundAccount,
} from '@trailmark/core/networks/meta/meta-accounts';
import type { MetaApp } from '@trailmark/core/networks/meta/meta-auth';
import { z } from 'zod';
import type { AuditActor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import {
  importAccount,
  listLogins,
  loginNeedsAttention,
  type NetworkLoginRow,
} from '../../../networks/network-store.ts';
import { AppError } from '../../../platform/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import type { Kit } from '../../../platform/kit.ts';
import { askMeta, getApp, META, MetaRefused } from './ask-meta.ts';

/** Somebody who has more than that would wait for minutes. */
const MOST_PAGES = 50;
const Tokens = z.object({ access_token: z.string() });

async function readAccounts(kit: Kit, app: MetaApp, token: string): Promise<FoundAccount[]> {
  const found: FoundAccount[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: z.output<typeof AccountsAnswer> = await askMeta(
      kit,
      accountsRequest(app, { token, after }),
      AccountsAnswer,
    );
    found.push(...answer.accounts);
    after = answer.after;
    if (after === null) break;
  }
  return found;
}

const LOST = 'Its token cannot be read any more, because SECRET_KEY was changed. Connect again.';

/** The accounts that a login reaches; a login that Meta does not accept any more is marked, and reaches none. */
async function accountsOf(
  kit: Kit,
  app: MetaApp,
  { projectId, login }: { projectId: string; login: NetworkLoginRow },
): Promise<FoundAccount[]> {
  const { login_id: loginId } = login;
  const tokens = Tokens.safeParse(kit.secrets.open('networks', login.sealed_tokens)).data;
  if (!tokens) {
    await loginNeedsAttention(kit.db, { projectId, loginId, reason: LOST });
    return [];
  }
  try {
    return await readAccounts(kit, app, tokens.access_token);
  } catch (error) {
    const isLost = error instanceof MetaRefused && ['bad_token', 'forbidden'].includes(error.error.meaning);
    if (!isLost) throw error;
    const reason = `Meta answered ${error.error.words}. Connect again.`;
    await loginNeedsAttention(kit.db, { projectId, loginId, reason });
    return [];
  }
}

/** Reads the accounts of everybody who has connected, and keeps those that are new or changed. */
export async function importAccounts(
  kit: Kit,
  { projectId, actor }: { projectId: string; actor: AuditActor },
): Promise<void> {
  const app = await getApp(kit, projectId);
  const logins = await listLogins(kit.db, { projectId, kind: META });
  if (logins.length === 0) throw new AppError('conflict', 'Connect to Meta first.');
  const found: (FoundAccount & { loginId: string })[] = [];
  for (const login of logins) {
    const accounts = await accountsOf(kit, app, { projectId, login });
    found.push(...accounts.map((account) => ({ ...account, loginId: login.login_id })));
  }
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    for (const account of found) {
      await importAccount(tx, now, {
        ...{ projectId, kind: META, ad_network_id: newId(now), login_id: account.loginId },
        ...{ external_id: account.externalId, name: account.name, currency: account.currency },
        ...{ time_zone: account.timeZone, status: account.status },
      });
    }
    const target = `Meta: ${found.length} ${found.length === 1 ? 'account' : 'accounts'}`;
    await recordChange(tx, now, { projectId, actor, action: 'network.accounts_imported', target });
  });
}
