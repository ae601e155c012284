import { namedId } from '../platform/ids.ts';

interface DecisionKey {
  /** From when on it is in force: the same for all decisions about one open. */
  occurredAt: Date;
  installId: string;
  revision: number;
}

/** The id of a message about a decision: the same whenever it is planned, and known without looking it up. */
export function decisionId(
  { occurredAt, installId, revision }: DecisionKey,
  what: 'decision' | 'fraud' = 'decision',
) {
  return namedId(occurredAt, `${installId} ${revision} ${what}`);
}
