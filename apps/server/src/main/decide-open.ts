import { InitBody } from '@trailmark/contract/client-bodies';
import { createPartitions, queriesOf } from '../db/partitions.ts';
import type { IpKnowledge } from '../features/attribution/conversion.ts';
import { attributionAnswer } from '../features/ingest/answers.ts';
import { createCampaignNames } from '../features/ingest/campaign-names.ts';
import { createLimitHits } from '../features/ingest/limit-hits.ts';
import { findProject } from '../features/ingest/project-cache.ts';
import { READ } from '../features/ingest/read-item.ts';
import { type DecisionRow, loadDecisions, loadNames } from '../features/people/load-decisions.ts';
import { presentDecision } from '../features/people/present-decision.ts';
import type { DecideOpen } from '../features/sdk-check/simulate-open.ts';
import type { Group, Item, Step } from '../pipeline/group.ts';
import { processUnits } from '../pipeline/process-units.ts';
import { AppError } from '../platform/app-error.ts';
import type { Kit } from '../platform/kit.ts';
import { NO_LIMIT, stepsOf } from './ingest.ts';

/** Only the edge loads the lists, which are large: here no address is taken for a relay or a data centre. */
const PLAIN_ADDRESSES: IpKnowledge = {
  relayKnown: () => false,
  isRelay: () => false,
  isAnonymous: () => false,
  isOwnProxy: () => false,
};

/** Ends the transaction of a simulated open: the database takes everything back. */
class Simulated extends Error {
  readonly group: Group;
  readonly decisions: DecisionRow[];

  constructor(group: Group, decisions: DecisionRow[]) {
    super('A simulated open is not stored.');
    this.group = group;
    this.decisions = decisions;
  }
}

const takeBack: Step = async (tx, group) => {
  const decisions = await loadDecisions(tx, group.projectId, [...group.installs.keys()]);
  throw new Simulated(group, decisions);
};

/** Takes an open through all steps of an event, in a transaction that is never committed. */
async function rollBack(kit: Kit, item: Item): Promise<Simulated> {
  const partitions = createPartitions(queriesOf(kit.db), kit.clock);
  const steps = stepsOf(kit, { partitions, ips: PLAIN_ADDRESSES, hits: createLimitHits(kit) });
  const work = { db: kit.db, now: item.receivedAt, steps: [...steps, takeBack], partitions, limit: NO_LIMIT };
  try {
    await processUnits(work, [[item]]);
  } catch (error) {
    if (error instanceof Simulated) return error;
    throw error;
  }
  throw new Error('A simulated open was stored.');
}

export const decideOpen: DecideOpen = async (kit, { projectId, request, ip, at }) => {
  const project = await findProject(kit.db, projectId);
  if (!project) throw new AppError('not_found', 'We couldn’t find this project.');
  const arrival = { project, receivedAt: at, ip, country: kit.geo.countryOf(ip), delivery: null };
  const item = READ.init(arrival, InitBody.parse(request));
  const { group, decisions } = await rollBack(kit, item);
  const [row] = decisions;
  if (!row) throw new Error('Nothing was decided about a simulated open.');
  const names = await loadNames(kit.db, projectId, decisions);
  const campaigns = createCampaignNames({ of: () => kit });
  return {
    answer: await attributionAnswer(campaigns, group.installOf(item), {
      now: at,
      advertisingId: null,
    }),
    decision: presentDecision(row, { scope: { all: true }, names }),
  };
};
