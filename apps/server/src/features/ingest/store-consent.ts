import { consentWord, isTrackingAuthorized, PURPOSES } from '@trailmark/core/client/read-consent';
import { AD_ID_FIELDS } from '@trailmark/core/client/read-device';
import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import type { Group, InstallState, Step } from '../../pipeline/group.ts';

interface ConsentRow {
  install_id: string;
  consent: unknown;
  consent_times: unknown;
  denies_ads: boolean;
  has_denied_analytics: boolean;
  tracking_authorized: boolean | null;
}
const CONSENTS = bulk<ConsentRow>({
  install_id: 'text',
  consent: 'jsonb',
  consent_times: 'jsonb',
  denies_ads: 'boolean',
  has_denied_analytics: 'boolean',
  tracking_authorized: 'boolean',
});

function rowsOf(group: Group, installs: InstallState[]): ConsentRow[] {
  const hasAtt = new Set(
    group.consentChanges.flatMap(({ installId, change }) =>
      change.purpose === 'attStatus' ? installId : [],
    ),
  );
  return installs.map(({ installId, consent, deniesAds, hasDeniedAnalytics }) => ({
    install_id: installId,
    consent: consent?.consent,
    consent_times: consent?.times,
    denies_ads: deniesAds,
    has_denied_analytics: hasDeniedAnalytics,
    tracking_authorized: hasAtt.has(installId) ? isTrackingAuthorized(consent?.consent.attStatus) : null,
  }));
}

/** A person who refuses ads has no ids for them any more. */
async function updateInstalls(tx: Tx, group: Group, installs: InstallState[]): Promise<void> {
  await sql`
    update installs i set consent = r.consent, consent_times = r.consent_times, denies_ads = r.denies_ads,
      has_denied_analytics = r.has_denied_analytics,
      tracking_authorized = coalesce(r.tracking_authorized, i.tracking_authorized),
      advertising_id = case when r.denies_ads then null else i.advertising_id end,
      device_data = case when r.denies_ads then i.device_data - ${AD_ID_FIELDS}::text[] else i.device_data end,
      updated_at = ${group.now}::timestamptz
    from ${CONSENTS.rows(rowsOf(group, installs))}
    where i.project_id = ${group.projectId} and i.install_id = r.install_id`.execute(tx);
}

interface ChangeRow {
  install_id: string;
  purpose: string;
  given_at: Date;
  answer: string;
  received_at: Date;
}
const CHANGES = bulk<ChangeRow>({
  install_id: 'text',
  purpose: 'text',
  given_at: 'timestamptz',
  answer: 'text',
  received_at: 'timestamptz',
});

/** Of two answers for the same time the one that arrived last. */
async function insertChanges(tx: Tx, { projectId, consentChanges }: Group): Promise<void> {
  const rows = new Map<string, ChangeRow>();
  for (const { installId, receivedAt, change } of consentChanges) {
    const purpose = PURPOSES[change.purpose];
    const answer = consentWord(change.purpose, change.answer);
    const row = { install_id: installId, purpose, given_at: change.at, answer, received_at: receivedAt };
    rows.set(`${installId} ${purpose} ${change.at.getTime()}`, row);
  }
  const names = sql.raw(CHANGES.names);
  await sql`
    insert into consent_changes (project_id, ${names})
    select ${projectId}::uuid, ${names} from ${CHANGES.rows([...rows.values()])}
    order by install_id, purpose, given_at
    on conflict (project_id, install_id, purpose, given_at) do update
      set answer = excluded.answer, received_at = excluded.received_at`.execute(tx);
}

/** Stores what the group says about consent. A new install was stored with it. */
export const storeConsent: Step = async (tx, group) => {
  const known = [...group.installs.values()].filter(({ consent, bornOf }) => consent && !bornOf);
  if (known.length > 0) await updateInstalls(tx, group, known);
  if (group.consentChanges.length > 0) await insertChanges(tx, group);
};
