import { tabStorage } from '../../api/browser-storage.ts';
import type { KeyValueStore } from '../../api/stored-session.ts';
import type { AdNetwork } from './ad-networks.ts';

/** Which project somebody left for the page of a network. */
export interface BegunSignIn {
  projectId: string;
  /** The code that the network sent was taken; accounts are still to be imported. */
  isConnected: boolean;
}

const keyOf = (kind: AdNetwork) => `network_sign_in:${kind}`;

/** What outlasts the visit to the network, and a reload of the page to which it sends people back. */
export function signInMemory(storage: KeyValueStore = tabStorage) {
  return {
    keep: (kind: AdNetwork, begun: BegunSignIn): void => storage.setItem(keyOf(kind), JSON.stringify(begun)),
    find: (kind: AdNetwork): BegunSignIn | null => {
      try {
        const begun = JSON.parse(storage.getItem(keyOf(kind)) ?? 'null') as Partial<BegunSignIn> | null;
        if (typeof begun?.projectId !== 'string') return null;
        return { projectId: begun.projectId, isConnected: begun.isConnected === true };
      } catch {
        return null;
      }
    },
    forget: (kind: AdNetwork): void => storage.removeItem(keyOf(kind)),
  };
}
