import { AppState, Linking, NativeModules, Platform } from 'react-native';
import type { AppPorts } from './app-ports.ts';
import type { NativeTrailmark } from './native-module.ts';

const NOT_LINKED =
  'The native module of @trailmark/react-native is missing. Rebuild the app after installing the package (on iOS ' +
  'after pod install). Expo Go cannot run it: use a development build.';

/** Without the native side nothing is stored, but the app works. */
const missing: NativeTrailmark = {
  loadItems: async () => ({}),
  setItem: async () => {},
  readDevice: async () => ({}),
  readInstallSources: async () => ({}),
  updateConversionValue: async () => {},
  requestTracking: async () => null,
};

// biome-ignore lint/suspicious/noConsole: the console is where an app's developer looks.
const log = (text: string) => console.warn(`Trailmark: ${text}`);

export function reactNativePorts(): AppPorts {
  // The registry of classic modules; the new architecture answers it, too.
  const native: NativeTrailmark | null = NativeModules.Trailmark ?? null;
  if (!native) log(NOT_LINKED);
  return {
    native: native ?? missing,
    platform: Platform.OS === 'ios' ? 'IOS' : 'ANDROID',
    fetch: (url, init) => fetch(url, init),
    now: Date.now,
    random: Math.random,
    schedule: (run, ms) => void setTimeout(run, ms),
    onForeground(listener) {
      let isForeground = AppState.currentState === 'active';
      AppState.addEventListener('change', (next) => {
        // `inactive` is a moment between the two on iOS.
        if (next === 'inactive' || isForeground === (next === 'active')) return;
        isForeground = next === 'active';
        listener(isForeground);
      });
    },
    initialLink: () => Linking.getInitialURL(),
    onLink(listener) {
      Linking.addEventListener('url', ({ url }) => listener(url));
    },
    log,
  };
}
