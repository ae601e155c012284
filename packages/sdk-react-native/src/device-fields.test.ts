import { readFileSync } from 'node:fs';
import { DEVICE_FIELDS } from '@trailmark/contract/device-fields';
import { describe, expect, test } from 'vitest';
import { installFields } from './install-sources.ts';

const source = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name as string);
const inDisplay = Object.keys(DEVICE_FIELDS.device_display?.example ?? {});

const KOTLIN = namesIn(
  source('../android/src/main/java/io/trailmark/reactnative/DeviceFacts.kt'),
  /"(\w+)" to /g,
);
const SWIFT = namesIn(source('../ios/DeviceFacts.swift'), /(?:^\s+|\[|, )"(\w+)"(?::|\] =)/gm);
const WEB = namesIn(
  /device_data: \{(.*?)\n {6}\}/s.exec(source('../../sdk-web/src/trailmark.ts'))?.[1] ?? '',
  /^\s+(\w+):/gm,
);
const REFERRER = { store: 'google' as const, state: 'ok' as const, referrer: 'tm_click=a' };
const SOURCES = {
  referrers: [REFERRER],
  meta: { source: 'facebook' as const, install_referrer: 'x', is_ct: 1, actual_timestamp: 7 },
};

function systemsOf(name: string): readonly string[] {
  const [, field] =
    Object.entries(DEVICE_FIELDS).find(([own, { also }]) => own === name || also?.includes(name)) ?? [];
  return field?.on ?? [];
}

describe('what an SDK sends in device_data is documented for its system', () => {
  test.each<[string, string[], string]>([
    ['android', [...KOTLIN, ...Object.keys(installFields(SOURCES, {}))], 'installed_at'],
    ['ios', [...SWIFT, ...Object.keys(installFields({ adServicesToken: 't' }, {}))], 'idfa'],
    ['web', WEB, 'timezone_offset'],
  ])('%s', (system, names, known) => {
    expect(names).toContain(known);
    const sent = names.filter((name) => !inDisplay.includes(name));
    expect(sent.filter((name) => !systemsOf(name).includes(system))).toEqual([]);
  });
});
