import {
  AccountsAnswer,
  accountsRequest,
  type FoundAccount,
} from '@trailmark/core/networks/meta/meta-accounts';
import type { MetaApp } from '@trailmark/core/networks/meta/meta-auth';
import type { z } from 'zod';
import type { AuditActor } from '../../../access/caller.ts';
import { storeImported } from '../../../networks/network-accounts.ts';
import { getLogins, readWithLogin } from '../../../networks/network-logins.ts';
import type { ImportedAccount } from '../../../networks/network-store.ts';
import type { Kit } from '../../../platform/kit.ts';
import { askMeta, getMetaApp, metaKey } from './ask-meta.ts';

/** Somebody who has more than that would wait for minutes. */
const MOST_PAGES = 50;

async function readAccounts(kit: Kit, app: MetaApp, token: string): Promise<FoundAccount[]> {
  const found: FoundAccount[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: z.output<typeof AccountsAnswer> = await askMeta(
      kit,
      accountsRequest(app, { token, after }),
      AccountsAnswer,
    );
    found.push(...answer.rows);
    after = answer.after;
    if (after === null) break;
  }
  return found;
}

/** Reads the accounts of everybody who has connected, and keeps those that are new or changed. */
export async function importAccounts(
  kit: Kit,
  { projectId, actor }: { projectId: string; actor: AuditActor },
): Promise<void> {
  const key = metaKey(projectId);
  const app = await getMetaApp(kit, projectId);
  const found: Omit<ImportedAccount, 'ad_network_id'>[] = [];
  for (const login of await getLogins(kit, key)) {
    const accounts = await readWithLogin(kit, { ...key, login }, (token) => readAccounts(kit, app, token));
    for (const { externalId, timeZone, ...account } of accounts ?? []) {
      found.push({ ...account, external_id: externalId, time_zone: timeZone, login_id: login.login_id });
    }
  }
  const now = kit.clock.now();
  await kit.db
    .transaction()
    .execute((tx) => storeImported(tx, { ...key, now, actor, noun: 'account' }, found));
}
