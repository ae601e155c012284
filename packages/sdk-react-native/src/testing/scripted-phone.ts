import type { AppPorts } from '../app-ports.ts';
import type { ConversionValue, InstallSources } from '../native-module.ts';
import { Trailmark } from '../trailmark.ts';
import type { Fetch } from '../transport.ts';

export interface PhoneScript {
  platform: 'IOS' | 'ANDROID';
  device: Record<string, unknown>;
  sources: InstallSources;
  fetch: Fetch;
  now(): number;
  random(): number;
  schedule(run: () => void, ms: number): void;
  /** Apple's question, as the person answers it. */
  tracking?: string;
}

/** A phone with a native side that follows a script. What is stored outlives the app, which can be killed and started. */
export function createScriptedPhone(script: PhoneScript) {
  const items = new Map<string, string>();
  const conversionValues: ConversionValue[] = [];
  const logs: string[] = [];
  const reads = { sources: [] as object[], advertisingId: [] as boolean[] };

  /** Starts the app; what belonged to a killed one does nothing any more. */
  function launch({ link = null }: { link?: string | null } = {}) {
    let isAlive = true;
    const foreground: ((isForeground: boolean) => void)[] = [];
    const links: ((url: string) => void)[] = [];
    const whileAlive = async <Value>(read: () => Value): Promise<Value> => {
      await Promise.resolve();
      return isAlive ? read() : new Promise<Value>(() => {});
    };
    const ports: AppPorts = {
      platform: script.platform,
      now: script.now,
      random: script.random,
      schedule: (run, ms) => script.schedule(() => isAlive && run(), ms),
      async fetch(url, init) {
        const answer = await script.fetch(url, init);
        return whileAlive(() => answer);
      },
      onForeground: (listener) => foreground.push(listener),
      initialLink: async () => link,
      onLink: (listener) => links.push(listener),
      log: (text) => logs.push(text),
      native: {
        loadItems: () => whileAlive(() => Object.fromEntries(items)),
        setItem: (key, value) =>
          whileAlive(() => {
            if (value === null) items.delete(key);
            else items.set(key, value);
          }),
        readDevice: ({ advertisingId }) =>
          whileAlive(() => {
            reads.advertisingId.push(advertisingId);
            const { gaid, idfa, ...others } = script.device;
            return advertisingId ? { ...script.device } : others;
          }),
        readInstallSources: (options) =>
          whileAlive(() => {
            reads.sources.push(options);
            return script.sources;
          }),
        updateConversionValue: (value) => whileAlive(() => void conversionValues.push(value)),
        requestTracking: () =>
          whileAlive(() => {
            if (script.tracking) script.device.att_status = script.tracking;
            return script.tracking ?? null;
          }),
      },
    };
    return {
      trailmark: new Trailmark(ports),
      kill: () => {
        isAlive = false;
      },
      setForeground: (isForeground: boolean) => {
        for (const listener of foreground) listener(isForeground);
      },
      openLink: (url: string) => {
        for (const listener of links) listener(url);
      },
    };
  }

  return { launch, items, conversionValues, logs, reads, script };
}
export type ScriptedPhone = ReturnType<typeof createScriptedPhone>;
