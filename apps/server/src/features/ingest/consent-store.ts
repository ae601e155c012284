import type { ConsentState } from '@trailmark/core/client/consent-history';
import { type Consent, PURPOSES } from '@trailmark/core/client/read-consent';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

interface ConsentRow {
  install_id: string;
  consent: Partial<Consent> | null;
  consent_times: ConsentState['times'] | null;
}

/** What is known of the consent of installs, which are locked by now. */
export async function listConsents(tx: Tx, projectId: string, installIds: string[]): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    select install_id, consent, consent_times from installs
    where project_id = ${projectId} and install_id = any(${installIds}::text[])`.execute(tx);
  return rows;
}

interface AnalyticsAnswer {
  install_id: string;
  at: Date;
  answer: boolean | null;
}

/** What installs said about analytics, and from when on. */
export async function listAnalyticsAnswers(
  tx: Tx,
  projectId: string,
  installIds: string[],
): Promise<AnalyticsAnswer[]> {
  const { rows } = await sql<AnalyticsAnswer>`
    select install_id, given_at as at, case answer when 'granted' then true when 'denied' then false end as answer
    from consent_changes
    where project_id = ${projectId} and install_id = any(${installIds}::text[])
      and purpose = ${PURPOSES.analyticsStorage}`.execute(tx);
  return rows;
}
