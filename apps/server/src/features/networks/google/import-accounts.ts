import type { GoogleAdsLeftOut } from '@trailmark/contract/google-ads';
import type { z } from 'zod';
import type { AuditActor } from '../../../access/caller.ts';
import { freshGoogleToken, getGoogleClient, googleKey } from '../../../networks/google-login.ts';
import { storeImported } from '../../../networks/network-accounts.ts';
import { getLogins, readWithLogin, syncConnections } from '../../../networks/network-logins.ts';
import { listAccounts, saveAccountSettings } from '../../../networks/network-store.ts';
import type { Kit } from '../../../platform/kit.ts';
import { type ReachedCustomer, readCustomers } from './read-accounts.ts';

type LeftOut = z.output<typeof GoogleAdsLeftOut>;
type Found = ReachedCustomer & { login_id: string };

/** Of an account that several people reach, the first who connected is kept. */
async function readAll(kit: Kit, projectId: string) {
  const key = googleKey(projectId);
  const customers = new Map<string, Found>();
  const leftOut = new Map<string, LeftOut>();
  for (const login of await getLogins(kit, key)) {
    const freshToken = () => freshGoogleToken(kit, { projectId, loginId: login.login_id });
    const reached = await readWithLogin(kit, { ...key, login, freshToken }, (token) =>
      readCustomers(kit, token),
    );
    for (const customer of reached?.customers ?? []) {
      if (!customers.has(customer.id)) customers.set(customer.id, { ...customer, login_id: login.login_id });
    }
    for (const one of reached?.leftOut ?? []) leftOut.set(one.customer_id, one);
  }
  return { customers: [...customers.values()], leftOut: [...leftOut.values()] };
}

/** Reads the accounts of everybody who has connected, keeps those that are new or changed, and gives the others. */
export async function importAccounts(
  kit: Kit,
  { projectId, actor }: { projectId: string; actor: AuditActor },
): Promise<LeftOut[]> {
  const key = googleKey(projectId);
  await getGoogleClient(kit.db, kit, projectId);
  const { customers, leftOut } = await readAll(kit, projectId);
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const known = new Set((await listAccounts(tx, key)).map(({ external_id }) => external_id));
    // One that was imported before it was closed is disabled.
    const imported = customers.filter(({ id, status }) => status === 'ENABLED' || known.has(id));
    const rows = imported.map(({ id, name, currency, timeZone, status, login_id }) => ({
      external_id: id,
      name,
      currency,
      time_zone: timeZone,
      login_id,
      status: status === 'ENABLED' ? ('active' as const) : ('disabled' as const),
    }));
    await storeImported(tx, { ...key, now, actor, noun: 'account' }, rows);
    const managers = new Map(imported.map(({ id, loginCustomerId }) => [id, loginCustomerId]));
    for (const account of await listAccounts(tx, key)) {
      if (!managers.has(account.external_id)) continue;
      const manager = managers.get(account.external_id) ?? null;
      const settings = { ...account.settings, login_customer_id: manager };
      const { sealed_credentials, credential_hints } = account;
      await saveAccountSettings(tx, now, {
        projectId,
        adNetworkId: account.ad_network_id,
        settings,
        sealed_credentials,
        credential_hints,
      });
    }
    await syncConnections(tx, kit, key, { mends: false });
  });
  return leftOut;
}
