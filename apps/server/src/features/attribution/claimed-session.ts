import type { AttributionWindows } from '@trailmark/contract/windows';
import { type Claim, isSameAdEvent } from '@trailmark/core/attribution/claim';
import type { Conversion, KnownDevice, Rules } from '@trailmark/core/attribution/decision';
import { rulesOf } from '@trailmark/core/attribution/rules';
import { NO_ID } from '@trailmark/core/metrics/counters';
import type { Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import { creditPeriodAt } from '../../pipeline/credit.ts';
import type { InstallState } from '../../pipeline/group.ts';
import { later } from '../../platform/clock.ts';
import { type CurrentDecision, findReturn, type InstallKey } from './current-decision.ts';
import { findKnownDevices, LAUNCH_MS, quietUntil } from './find-known-devices.ts';

/** What is decided about a session: nothing is known of its touches but claims. */
export interface UndecidedSession {
  conversion: Conversion;
  rules: Rules;
  networkWindows: Record<string, Partial<AttributionWindows>>;
}

interface RulesRow extends AttributionWindows {
  version: number;
  network_windows: UndecidedSession['networkWindows'];
  plausibility: unknown;
}

const findRules = prepare<RulesRow>(`
  select version, click_hours, probabilistic_hours, view_hours, reattribution_days, inactivity_days, web_days,
    network_windows, plausibility
  from attribution_rules where project_id = $1::uuid
  order by created_at <= $2::timestamptz desc, case when created_at <= $2::timestamptz then version end desc, version
  limit 1`);

/** The rules of the day. */
async function rulesAt(tx: Tx, projectId: string, at: Date) {
  const [row] = await findRules(tx, [projectId, at]);
  if (!row) throw new Error('A project has no rules.');
  const { version, network_windows: networkWindows, plausibility, ...windows } = row;
  return { rules: rulesOf({ version, windows, plausibility }), networkWindows };
}

const findAd = prepare<Pick<KnownDevice, 'creative'> & { ad_set: string | null }>(`
  select receipt #>> '{decision,adSet}' as ad_set, receipt #>> '{decision,creative}' as creative
  from decisions where project_id = $1::uuid and install_id = $2 and revision = $3::int`);

const nullIfNone = (id: string) => (id === NO_ID ? null : id);

/** The install as it was then: a claim comes later, and somebody else may be credited by now. */
async function deviceAt(
  tx: Tx,
  install: InstallState,
  { at, touchedAt }: { at: Date; touchedAt: Date },
): Promise<KnownDevice | null> {
  const { projectId, installId } = install;
  const ids = { advertising_id: null, vendor_id: null, previous_install_id: null, user_id: null };
  const time = { at, active_until: quietUntil(at, [touchedAt]) };
  const key = { n: 0, install_id: installId, itself: true, ...time, ...ids };
  const device = (await findKnownDevices(tx, projectId, [key])).get(0);
  if (!device) return null;
  const { credit, revision } = creditPeriodAt(install, at);
  const [ad] = await findAd(tx, [projectId, installId, revision]);
  return {
    ...device,
    campaignId: nullIfNone(credit.campaignId),
    linkId: nullIfNone(credit.linkId),
    network: credit.network,
    adSet: ad?.ad_set ?? null,
    creative: ad?.creative ?? null,
  };
}

const PLATFORMS: readonly Conversion['platform'][] = ['ios', 'android', 'web'];

/** A session that no link of ours began; null where the first open of its install is not known. */
export async function openSession(
  tx: Tx,
  install: InstallState,
  { at, touchedAt }: { at: Date; touchedAt: Date },
): Promise<UndecidedSession | null> {
  const before = await deviceAt(tx, install, { at, touchedAt });
  if (!before) return null;
  const conversion: Conversion = {
    kind: 'session',
    installId: install.installId,
    at: at.toISOString(),
    platform: PLATFORMS.find((one) => one === install.platform) ?? 'other',
    // An event comes without what identifies a device: a claim needs nothing of it.
    ip: null,
    isRelay: false,
    relayKnown: false,
    isAnonymous: false,
    advertisingId: null,
    hasMalformedId: false,
    osVersion: null,
    model: null,
    language: null,
    trackingAuthorized: null,
    installBeginAt: null,
    before,
  };
  return { conversion, ...(await rulesAt(tx, install.projectId, at)) };
}

/** The return that was decided for the same launch, by a link or by an earlier claim. */
export function findReturnOfSession(tx: Tx, install: InstallKey, at: Date): Promise<CurrentDecision | null> {
  return findReturn(tx, install, { from: later(at, -LAUNCH_MS), to: later(at, LAUNCH_MS), at });
}

const findCredited = prepare<{ revision: number; claim: Claim['answer'] }>(`
  select d.revision, t.touch -> 'claim' as claim
  from decisions_in_force d
  cross join lateral jsonb_array_elements(d.receipt -> 'touches') as t (touch)
  where d.project_id = $1::uuid and d.install_id = $2 and t.touch ->> 'id' = d.touch_id::text and t.touch ? 'claim'`);

/** Whether the install or another return of it is credited to the click or view of a claim: it is credited once. */
export async function isCreditedBefore(
  tx: Tx,
  { projectId, installId }: InstallKey,
  { answer, except }: { answer: Claim['answer']; except: number | null },
): Promise<boolean> {
  const credited = await findCredited(tx, [projectId, installId]);
  return credited.some(({ revision, claim }) => revision !== except && isSameAdEvent(claim, answer));
}
