import { MAX_IMPORT_ROWS } from '@trailmark/contract/history';
import type { Change } from '../db/changes.ts';
import type { Connection, NodeOf } from '../db/connection.ts';
import { createPartitions, dayOf } from '../db/partitions.ts';
import { projectDb } from '../db/project-db.ts';
import { answerDecided } from '../features/attribution/answer-claims.ts';
import { applyClaims } from '../features/attribution/apply-claims.ts';
import { applyCoupons } from '../features/attribution/apply-coupons.ts';
import { createAwaitClaims } from '../features/attribution/await-claims.ts';
import type { IpKnowledge } from '../features/attribution/conversion.ts';
import { createDecideOpens } from '../features/attribution/decide-opens.ts';
import { importInstalls } from '../features/attribution/import-installs.ts';
import { createServerCampaigns } from '../features/campaigns/server-campaigns.ts';
import { createTouchImport } from '../features/clicks/import-touches.ts';
import { mountInbound } from '../features/coupons/mount-inbound.ts';
import { createPlanCoupons } from '../features/coupons/plan-coupons.ts';
import { createServerCoupons } from '../features/coupons/server-coupons.ts';
import { planDeliveries } from '../features/deliveries/plan-deliveries.ts';
import { createApplyConsent } from '../features/ingest/apply-consent.ts';
import { createCampaignNames } from '../features/ingest/campaign-names.ts';
import { createClientIngest } from '../features/ingest/client-ingest.ts';
import { collectFacts } from '../features/ingest/collect-facts.ts';
import { countVisits } from '../features/ingest/count-visits.ts';
import type { ClientDoor } from '../features/ingest/door.ts';
import { createDropBots } from '../features/ingest/drop-bots.ts';
import { dropRepeats } from '../features/ingest/drop-repeats.ts';
import { createEventNames } from '../features/ingest/event-names.ts';
import { createLinkFinder } from '../features/ingest/find-link.ts';
import { createKnownSenders } from '../features/ingest/known-senders.ts';
import { createLimitHits, type LimitHits } from '../features/ingest/limit-hits.ts';
import { mountClient } from '../features/ingest/mount-client.ts';
import { noteUnknownCurrencies } from '../features/ingest/payment-currency.ts';
import { createPropertyKeys } from '../features/ingest/property-keys.ts';
import { dropResends, keepLostAnswers } from '../features/ingest/resends.ts';
import { storeConsent } from '../features/ingest/store-consent.ts';
import { createStoreFacts } from '../features/ingest/store-facts.ts';
import { uncountFirsts } from '../features/ingest/uncount-firsts.ts';
import { refuseUnsignedPages } from '../features/ingest/unsigned-pages.ts';
import { createUpdateDevices } from '../features/ingest/update-devices.ts';
import { raiseConversionValues } from '../features/skan/schema/raise-values.ts';
import type { App } from '../http/app.ts';
import { failFast } from '../pipeline/fail-fast.ts';
import type { Group, Step, Unit } from '../pipeline/group.ts';
import { createGroupCommit } from '../pipeline/group-commit.ts';
import { createGroupJobs } from '../pipeline/group-jobs.ts';
import { isItemsFault } from '../pipeline/items-fault.ts';
import { createNodeCommits } from '../pipeline/node-commits.ts';
import { isTooSlow, processUnits, projectOf, type TimeLimit } from '../pipeline/process-units.ts';
import type { Load } from '../pipeline/project-lanes.ts';
import { bookPayments, orderRemovals } from '../pipeline/steps/book-payments.ts';
import { insertInstalls } from '../pipeline/steps/insert-installs.ts';
import { loadInstalls } from '../pipeline/steps/load-installs.ts';
import { resolveInstalls } from '../pipeline/steps/resolve-installs.ts';
import { updatePeople } from '../pipeline/steps/update-people.ts';
import { weighUnit } from '../pipeline/weigh-unit.ts';
import type { Kit } from '../platform/kit.ts';

/** What one transaction takes: so many events, or fewer of what costs more. */
const GROUP_WEIGHT = 1000;
/** Two for projects that send much or two for the others, and one that is always left for whom of them is fewer. */
const WRITERS = 3;
/** A second writer would find few to write: it costs less to go along with the next group. */
const GATHER_MS = 20;
/**
 * A group that takes longer is written again project by project, and a project that takes longer by itself goes alone:
 * it may take its time, but no other waits for it. Light projects wait for one another only briefly.
 */
export const WRITE_LIMITS: Record<Load, TimeLimit> = {
  light: { statementMs: 1000, groupMs: 3000 },
  heavy: { statementMs: 2000, groupMs: 8000 },
  slow: { statementMs: 7000, groupMs: 60_000 },
};
export const NO_LIMIT: TimeLimit = { statementMs: 0, groupMs: Number.POSITIVE_INFINITY };
/** One request of history is a group of its own. */
const MOST_IN_HISTORY = MAX_IMPORT_ROWS;
const MOST_HISTORY_WAITING = 4 * MAX_IMPORT_ROWS;

export interface IngestParts {
  /** Mounts the calls of apps and servers. */
  mount(app: App): Promise<void>;
  add(unit: Unit): Promise<Group>;
  onChange(change: Change): void;
  onGap(): void;
  stop(): Promise<void>;
}

/** All steps of an event or a claim, in order. */
export function stepsOf(
  kit: Kit,
  {
    partitions,
    ips,
    hits,
  }: { partitions: ReturnType<typeof createPartitions>; ips: IpKnowledge; hits: LimitHits },
): Step[] {
  const addJob = createGroupJobs(kit);
  return [
    createDropBots(hits),
    orderRemovals,
    resolveInstalls,
    loadInstalls,
    refuseUnsignedPages,
    dropResends,
    dropRepeats,
    createApplyConsent(hits),
    importInstalls,
    createAwaitClaims({ secrets: kit.secrets, holdMs: kit.env.claimHoldMs, addJob }),
    createDecideOpens({ secrets: kit.secrets, ips }),
    applyClaims,
    applyCoupons,
    insertInstalls,
    createUpdateDevices({ maxKeys: kit.env.limits.integrationKeys, hits }),
    storeConsent,
    updatePeople,
    bookPayments,
    collectFacts,
    createStoreFacts(partitions),
    uncountFirsts,
    countVisits,
    keepLostAnswers,
    raiseConversionValues,
    planDeliveries,
    answerDecided,
    createPlanCoupons(addJob),
  ];
}

/** History has days of its own, which are made before the transaction: it would otherwise be begun in vain. */
const addWithDays =
  (partitions: ReturnType<typeof createPartitions>, history: { add(unit: Unit): Promise<Group> }) =>
  async (unit: Unit): Promise<Group> => {
    const days = unit.flatMap(({ occurredAt }) => (occurredAt ? [dayOf(occurredAt)] : []));
    await partitions.ensure('events', new Set(days));
    return await history.add(unit);
  };

const LIVE = { weigh: weighUnit, maxGroup: GROUP_WEIGHT, writers: WRITERS, isTooSlow };
const PAST = {
  weigh: (unit: Unit) => unit.length,
  maxGroup: MOST_IN_HISTORY,
  maxBuffered: MOST_HISTORY_WAITING,
  writers: 1,
};

type WriteTo = (
  to: NodeOf<'db'>,
  limitOf: (load: Load) => TimeLimit,
) => (units: Unit[], load: Load) => Promise<Group[]>;

/** What happens now, and history apart from it, each on every node by itself. */
function createCommits(kit: Kit, connection: Connection, writeTo: WriteTo) {
  const { isCluster, eventBuffer } = kit.env;
  // Groups of one project each do not wait for one another.
  const gatherMs = GATHER_MS;
  const common = { projectOf, groupByProject: isCluster, gatherMs, isItemsFault };
  const commit = createNodeCommits<Unit, Group>(connection, projectOf, () => {
    const write = writeTo(connection, (load) => WRITE_LIMITS[load]);
    return createGroupCommit({ ...common, ...LIVE, maxBuffered: eventBuffer, write });
  });
  const patient = { of: async (projectId: string) => ({ db: await projectDb(kit.db, projectId) }) };
  // A large request of history may take longer than a statement of the edge's own connections.
  const write = writeTo(patient, () => NO_LIMIT);
  const history = createNodeCommits<Unit, Group>(connection, projectOf, () =>
    createGroupCommit({ ...common, ...PAST, write }),
  );
  return { commit, history };
}

/** Builds what takes events in. */
export function createIngest(
  kit: Kit,
  {
    connection,
    ips,
    recordAppOpen,
    forwardPostback,
    onStored,
  }: {
    connection: Connection;
    ips: IpKnowledge;
    recordAppOpen: ClientDoor['recordAppOpen'];
    forwardPostback: ClientDoor['forwardPostback'];
    /** Right after a commit. */
    onStored(group: Group): void;
  },
): IngestParts {
  const { db } = connection;
  const partitions = createPartitions(connection.pool, kit.clock);
  const hits = createLimitHits(kit);
  const eventNames = createEventNames({
    connection,
    clock: kit.clock,
    limit: kit.env.limits.eventNames,
    hits,
  });
  const propertyKeys = createPropertyKeys({ limit: kit.env.limits.propertyKeys, hits });
  const steps = stepsOf(kit, { partitions, ips, hits });
  const writeTo: WriteTo = (to, limitOf) =>
    failFast(async (units: Unit[], load: Load) => {
      await eventNames.mark(units);
      propertyKeys.check(units);
      noteUnknownCurrencies(units, hits);
      const { db } = await to.of(projectOf(units[0] ?? []));
      const work = { db, now: kit.clock.now(), steps, partitions, limit: limitOf(load) };
      const groups = await processUnits(work, units);
      for (const group of groups) onStored(group);
      const groupOf = new Map(groups.map((group) => [group.projectId, group]));
      return units.map((unit) => groupOf.get(projectOf(unit)) as Group);
    });
  const { commit, history } = createCommits(kit, connection, writeTo);
  const senders = createKnownSenders(kit, connection);
  const names = createCampaignNames(connection);
  const add = (unit: Unit) => commit.add(unit);
  return {
    add,
    mount: async (app) => {
      await mountInbound(app, kit, db);
      await mountClient(app, kit, {
        connection,
        ingest: createClientIngest({ add }, connection),
        projects: senders.projects,
        web: senders.web,
        signatures: senders.signatures,
        signals: senders.signals,
        names,
        campaigns: createServerCampaigns(kit),
        coupons: createServerCoupons(kit, db),
        history: {
          ...createTouchImport(kit, { connection, partitions }),
          add: addWithDays(partitions, history),
        },
        recordAppOpen,
        forwardPostback,
        findLink: createLinkFinder({ ...kit, connection }),
      });
    },
    onChange: ({ kind, projectId }) => {
      if (kind === 'project') senders.forget(projectId);
      else names.forgetAll();
    },
    onGap: () => {
      senders.forgetAll();
      names.forgetAll();
    },
    stop: async () => {
      await commit.drain();
      await history.drain();
      await Promise.all([hits.stop(), senders.stop()]);
    },
  };
}
