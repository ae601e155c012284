// The package types its bundles but not its core module, which comes without the recorder.
declare module 'mixpanel-browser/src/mixpanel-core.js' {
  import type { OverridedMixpanel } from 'mixpanel-browser';
  export function init_as_module(loadScript: (source: string, onLoad: () => void) => void): OverridedMixpanel;
}
