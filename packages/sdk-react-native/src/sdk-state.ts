import type { StoragePort } from '@trailmark/sdk-core/ports';
import type { AttributionData } from './attribution.ts';
import type { ConsentOptions } from './options.ts';

/** What this SDK keeps besides the client of sdk-core. */
interface SdkState {
  /** How often the sources of the install were asked for. */
  sourceReads?: number;
  hasSources?: boolean;
  /** The answer to a first open came: a deferred deep link has had its chance. */
  hasOpened?: boolean;
  attribution?: AttributionData;
  /** What was given to `setConsent`. */
  consent?: ConsentOptions;
  /** The highest conversion value that was registered. */
  fine?: number;
}

export const STATE_KEY = 'tm.rn';
/** On iOS it outlives the app, so that a reinstall is known. */
export const PREVIOUS_INSTALL_KEY = 'keychain.install';

export function createSdkState(storage: StoragePort) {
  let state: SdkState = {};
  try {
    state = JSON.parse(storage.getItem(STATE_KEY) || '{}');
  } catch {}
  return {
    get: () => state,
    set(changes: SdkState) {
      state = { ...state, ...changes };
      storage.setItem(STATE_KEY, JSON.stringify(state));
    },
  };
}
export type SdkStateStore = ReturnType<typeof createSdkState>;
