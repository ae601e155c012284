/**
 * The few things of React Native that are used. It is a dependency of the app, not of this repository: it would be most
 * of what `npm ci` installs.
 */
declare module 'react-native' {
  export const NativeModules: Record<string, never>;
  export const Platform: { OS: string };
  export const AppState: {
    currentState: string;
    addEventListener(event: 'change', listener: (state: string) => void): unknown;
  };
  export const Linking: {
    getInitialURL(): Promise<string | null>;
    addEventListener(event: 'url', listener: (event: { url: string }) => void): unknown;
  };
}
