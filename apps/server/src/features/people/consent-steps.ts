import type { ConsentAnswer } from '@trailmark/contract/consent';
import type { JourneyStep } from '@trailmark/contract/people';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

interface StatementRow {
  given_at: Date;
  received_at: Date;
  answers: Record<string, ConsentAnswer['answer']>;
}

/** What the person agreed to or withdrew, a step for each time at which they did; none after `latest`. */
export async function readConsentSteps(
  db: Db,
  { projectId, installId, limit }: { projectId: string; installId: string; limit: number },
  latest: string | null,
): Promise<JourneyStep[]> {
  const isNext = latest ? sql`given_at <= ${latest}::timestamptz` : sql`true`;
  const { rows } = await sql<StatementRow>`
    select given_at, max(received_at) as received_at, jsonb_object_agg(purpose, answer) as answers
    from (select c.*, lag(answer) over (partition by purpose order by given_at) as previous
      from consent_changes c where c.project_id = ${projectId} and c.install_id = ${installId}) c
    where previous is distinct from answer and ${isNext}
    group by given_at order by given_at desc limit ${limit + 2}`.execute(db);
  return rows.map(({ given_at: at, received_at, answers }) => ({
    id: `consent ${at.toISOString()}`,
    at: at.toISOString(),
    received_at: received_at.toISOString(),
    kind: 'consent',
    name: '$consent',
    install_id: installId,
    campaign_id: null,
    campaign_name: null,
    network: null,
    money: null,
    data: answers,
  }));
}
