import type { NativeTrailmark } from './native-module.ts';
import type { Fetch } from './transport.ts';

/** What the SDK needs of the app that it runs in; react-native.ts takes it from React Native. */
export interface AppPorts {
  native: NativeTrailmark;
  platform: 'IOS' | 'ANDROID';
  fetch: Fetch;
  /** Milliseconds since 1970 by the clock of the phone. */
  now(): number;
  random(): number;
  schedule(run: () => void, ms: number): void;
  /** Calls back when the app comes to the foreground, and when it leaves it. */
  onForeground(listener: (isForeground: boolean) => void): void;
  /** The link that started the app. */
  initialLink(): Promise<string | null>;
  /** Calls back for every link that opens the running app. */
  onLink(listener: (url: string) => void): void;
  log(text: string): void;
}
