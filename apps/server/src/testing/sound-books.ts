import { recomputeDecisions } from '../features/attribution/recompute-decisions.ts';
import { findDifferences } from '../rollups/recount.ts';
import type { TestServer } from './test-server.ts';

/** Where rollups differ from the rows that they count, and receipts from what was decided; nothing when all is well. */
export async function unsoundBooks({ db }: TestServer, projectId: string): Promise<object[]> {
  const found: object[] = await findDifferences(db, projectId, '2000-01-01');
  for await (const one of recomputeDecisions(db, { projectId })) {
    if (one.differences.length > 0) found.push(one);
  }
  return found;
}
