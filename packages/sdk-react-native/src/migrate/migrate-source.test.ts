import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrateSource } from './migrate-source.ts';

const read = (name: string) => readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8');
const OPTIONS = { endpoint: 'https://trailmark.example.com' };

test.each([
  ['app.tsx', []],
  [
    'shadowed.ts',
    [
      '1 LRIPLocationData does not exist in @trailmark/react-native',
      '6 trackEvent answers nothing: it resolves when the call is stored on the phone',
      '9 processGoogleAnalytics does not exist in @trailmark/react-native',
      '10 setConsent takes { adUserData, adPersonalization, isEea, … }: check the fields',
    ],
  ],
  [
    'flow.js',
    [
      '6 names the old package: check what is made of it, @trailmark/react-native has no default export',
      '10 the arguments of init are not known: write init({ token, endpoint, … })',
    ],
  ],
])('%s', (name, remarks) => {
  const migrated = migrateSource(read(`${name}.before`), name, OPTIONS);
  expect(migrated.text).toBe(read(`${name}.after`));
  expect(migrated.remarks.map(({ line, text }) => `${line} ${text}`)).toEqual(remarks);
  // A second run finds nothing to do.
  expect(migrateSource(migrated.text, name, OPTIONS).text).toBe(migrated.text);
});

test.each([
  ["import 'rn-linkrunner';", "import '@trailmark/react-native';"],
  ["import * as sdk from 'rn-linkrunner';", "import * as sdk from 'rn-linkrunner';"],
  [
    "import a from 'rn-linkrunner';\nfunction f(a) { return a; }\na.init(t, null, k);",
    "import { trailmark as a } from '@trailmark/react-native';\nfunction f(a) { return a; }\n" +
      "a.init({ token: t, endpoint: 'https://trailmark.example.com', keyId: k });",
  ],
  [
    "import trailmark from 'rn-linkrunner';\ntrailmark.init(token);",
    "import { trailmark } from '@trailmark/react-native';\n" +
      "trailmark.init({ token, endpoint: 'https://trailmark.example.com' });",
  ],
  [
    "import lr from 'rn-linkrunner';\nlr.init(lr.token, lr.find(undefined), null, undefined);",
    "import { trailmark } from '@trailmark/react-native';\ntrailmark.init({ token: trailmark.token, " +
      "endpoint: 'https://trailmark.example.com', secretKey: trailmark.find(undefined) });",
  ],
  ["import other from 'other'; other.init(1);", "import other from 'other'; other.init(1);"],
])('%s', (before, after) => {
  expect(migrateSource(before, 'x.ts', OPTIONS).text).toBe(after);
});
