import type { ConsentAnswer } from '@trailmark/contract/consent';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** Changes that are shown of an install, the newest first. */
const MOST_CHANGES = 50;

interface ChangeRow {
  install_id: string;
  purpose: ConsentAnswer['purpose'];
  answer: ConsentAnswer['answer'];
  given_at: Date;
}

/** What people have agreed to and withdrawn, by install. A late statement may have repeated what held before it. */
export async function loadConsentChanges(
  db: Db,
  projectId: string,
  installIds: string[],
): Promise<Map<string, ConsentAnswer[]>> {
  const { rows } = await sql<ChangeRow>`
    select i.install_id, c.purpose, c.answer, c.given_at
    from unnest(${installIds}::text[]) as i (install_id)
    cross join lateral (
      select purpose, answer, given_at
      from (select c.*, lag(answer) over (partition by purpose order by given_at) as previous
        from consent_changes c where c.project_id = ${projectId} and c.install_id = i.install_id) c
      where previous is distinct from answer
      order by given_at desc, purpose limit ${MOST_CHANGES}) c
    order by c.given_at desc, c.purpose`.execute(db);
  const changes = new Map<string, ConsentAnswer[]>();
  for (const { install_id, purpose, answer, given_at } of rows) {
    const own = changes.get(install_id) ?? [];
    changes.set(install_id, own);
    own.push({ purpose, answer, given_at: given_at.toISOString() });
  }
  return changes;
}
