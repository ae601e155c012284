import type { SdkCapability, SdkCapabilityName } from '@trailmark/contract/sdk-check';
import { SDK_CAPABILITIES } from '@trailmark/contract/sdk-check';
import { hasReferrer } from './has-referrer.ts';
import type { SdkRows, SdkSignalName } from './rows.ts';

/** When an install showed a capability. */
interface Sighting {
  at: Date;
  installId: string | null;
  platform: string | null;
}

type Seen = (rows: SdkRows) => Sighting[];

const ofInstalls =
  (
    shows: (install: SdkRows['installs'][number]) => boolean,
    at: (install: SdkRows['installs'][number]) => Date = ({ installedAt }) => installedAt,
  ): Seen =>
  ({ installs }) =>
    installs
      .filter(shows)
      .map((install) => ({ at: at(install), installId: install.installId, platform: install.platform }));

const ofEvents =
  (shows: (event: SdkRows['events'][number]) => boolean): Seen =>
  ({ events }) =>
    events
      .filter(shows)
      .map(({ receivedAt, installId, platform }) => ({ at: receivedAt, installId, platform }));

const ofSignals =
  (name: SdkSignalName): Seen =>
  ({ signals }) =>
    signals
      .filter(({ signal }) => signal === name)
      .map(({ lastAt, installId, platform }) => ({ at: lastAt, installId, platform }));

const SEEN: Record<SdkCapabilityName, Seen[]> = {
  init: [ofInstalls(() => true), ofEvents(({ kind }) => kind === 'open')],
  identify: [
    ofEvents(({ userId }) => userId !== null),
    // An app that only names the user sends no event with it.
    ofInstalls(
      ({ userId }) => userId !== null,
      ({ updatedAt }) => updatedAt,
    ),
    ofSignals('identify'),
  ],
  event: [ofEvents(({ kind, name }) => kind === 'event' && !name.startsWith('$')), ofSignals('event')],
  payment: [
    ({ payments }) =>
      payments.map(({ occurredAt, installId, platform }) => ({ at: occurredAt, installId, platform })),
  ],
  deep_link: [ofSignals('deep_link')],
  referrer: [
    ofInstalls(({ hasTouch, deviceData }) => hasTouch || hasReferrer(deviceData)),
    ofSignals('referrer'),
  ],
  signature: [ofSignals('signed')],
  consent: [
    ofInstalls(
      ({ hasConsent }) => hasConsent,
      ({ updatedAt }) => updatedAt,
    ),
    ofSignals('consent'),
  ],
};

/** Every capability, with the latest install that showed it. */
export function findCapabilities(rows: SdkRows): SdkCapability[] {
  return SDK_CAPABILITIES.map((capability) => {
    const [latest] = SEEN[capability]
      .flatMap((seen) => seen(rows))
      .sort((one, other) => other.at.getTime() - one.at.getTime());
    return {
      capability,
      seen_at: latest?.at.toISOString() ?? null,
      // Events of a user without an install have no install id.
      install_id: latest?.installId || null,
      platform: latest?.platform ?? null,
    };
  });
}
