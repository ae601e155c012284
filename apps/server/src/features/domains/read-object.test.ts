import { VerificationForm } from '@trailmark/contract/domains';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { readObject } from './read-object.ts';

const PROJECT = '01890000-0000-7000-8000-000000000000';
const APP_ID = 'ABCDE12345.com.kite.app';
const RAW = '14:6d:e9:83:c5:73:06:50:d8:ee:b9:95:2f:34:fc:64:16:a0:83:42:e6:1d:be:a8:8a:04:96:b2:3f:cf:44:e5';
const PRINT = RAW.toUpperCase();
const OPEN = 'delegate_permission/common.handle_all_urls';

const read = (form: Record<string, unknown>) =>
  readObject(VerificationForm.parse({ project_id: PROJECT, ...form }));
const pasted = (platform: string, file: unknown) => read({ platform, json: JSON.stringify(file) }).object;

/** The reason of the refusal, wherever it comes from. */
function refusalOf(platform: string, json: string): string {
  try {
    read({ platform, json });
  } catch (error) {
    if (error instanceof AppError) return error.fields?.json ?? '';
    throw error;
  }
  throw new Error('It was taken.');
}

describe('a form', () => {
  test('becomes the file of iOS, each path in its order', () => {
    const apps = [
      { team_id: 'abcde12345', bundle_id: 'com.kite.app' },
      { team_id: 'ABCDE12345', bundle_id: 'com.kite.beta', paths: ['NOT /help/*', '/buy/*', '*'] },
    ];
    const { object, form, apps: names } = read({ platform: 'IOS', ios_apps: apps });
    expect(object).toEqual({
      applinks: {
        details: [
          { appIDs: [APP_ID], components: [{ '/': '*' }] },
          {
            appIDs: ['ABCDE12345.com.kite.beta'],
            components: [{ '/': '/help/*', exclude: true }, { '/': '/buy/*' }, { '/': '*' }],
          },
        ],
      },
    });
    expect(form).toMatchObject([{ team_id: 'ABCDE12345' }, {}]);
    expect(names).toBe(`${APP_ID}, ABCDE12345.com.kite.beta`);
    expect(pasted('IOS', object)).toEqual(object);
  });

  test('becomes the file of Android, fingerprints in one spelling', () => {
    const bare = RAW.replaceAll(':', '');
    const fingerprints = [RAW, bare, `00${PRINT.slice(2)}`];
    const { object } = read({
      platform: 'ANDROID',
      android_apps: [{ package: 'com.kite.app', sha256_fingerprints: fingerprints }],
    });
    const target = { namespace: 'android_app', package_name: 'com.kite.app' };
    const sha256_cert_fingerprints = [PRINT, `00${PRINT.slice(2)}`];
    expect(object).toEqual([{ relation: [OPEN], target: { ...target, sha256_cert_fingerprints } }]);
    expect(pasted('ANDROID', object)).toEqual(object);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['nothing', { platform: 'IOS' }, 'ios_apps'],
    ['nothing for Android', { platform: 'ANDROID' }, 'android_apps'],
    ['no app', { platform: 'IOS', ios_apps: [] }, 'ios_apps'],
    ['an unknown platform', { platform: 'WEB', json: '{}' }, 'platform'],
    [
      'the other platform',
      { platform: 'IOS', android_apps: [{ package: 'a.b', sha256_fingerprints: [RAW] }] },
      'android_apps',
    ],
    [
      'both ways',
      { platform: 'IOS', ios_apps: [{ team_id: 'ABCDE12345', bundle_id: 'a.b' }], json: '{}' },
      'json',
    ],
    [
      'a short team',
      { platform: 'IOS', ios_apps: [{ team_id: 'ABC', bundle_id: 'a.b' }] },
      'ios_apps.0.team_id',
    ],
    [
      'an odd bundle',
      { platform: 'IOS', ios_apps: [{ team_id: 'ABCDE12345', bundle_id: 'a..b' }] },
      'ios_apps.0.bundle_id',
    ],
    [
      'a path with a query',
      { platform: 'IOS', ios_apps: [{ team_id: 'ABCDE12345', bundle_id: 'a.b', paths: ['/a?b'] }] },
      'ios_apps.0.paths.0',
    ],
    [
      'an odd package',
      { platform: 'ANDROID', android_apps: [{ package: 'kite', sha256_fingerprints: [RAW] }] },
      'android_apps.0.package',
    ],
    [
      'no fingerprint',
      { platform: 'ANDROID', android_apps: [{ package: 'a.b', sha256_fingerprints: [] }] },
      'android_apps.0.sha256_fingerprints',
    ],
    [
      'a SHA-1 fingerprint',
      { platform: 'ANDROID', android_apps: [{ package: 'a.b', sha256_fingerprints: [RAW.slice(0, 59)] }] },
      'android_apps.0.sha256_fingerprints.0',
    ],
    [
      'colons in the wrong places',
      {
        platform: 'ANDROID',
        android_apps: [{ package: 'a.b', sha256_fingerprints: [RAW.replace(':', '')] }],
      },
      'android_apps.0.sha256_fingerprints.0',
    ],
  ])('is refused with %s', (_name, form, field) => {
    const parsed = VerificationForm.safeParse({ project_id: PROJECT, ...form });
    expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toEqual([field]);
  });
});

const detail = { appIDs: [APP_ID], components: [{ '/': '*' }] };
const statement = {
  relation: [OPEN],
  target: { namespace: 'android_app', package_name: 'com.kite.app', sha256_cert_fingerprints: [PRINT] },
};

describe('a pasted file of iOS', () => {
  test.each<[string, unknown]>([
    ['the present form', { applinks: { details: [detail] } }],
    ['the form before', { applinks: { apps: [], details: [{ appID: APP_ID, paths: ['*', 'NOT /x/*'] }] } }],
    [
      'everything that Apple knows',
      {
        applinks: {
          details: [
            {
              appIDs: [APP_ID],
              components: [
                { '#': 'no_universal_links', exclude: true, comment: 'stay in the browser' },
                { '/': '/help/*', '?': { articleNumber: '????' }, caseSensitive: false },
                { '/': '/buy/$(lang)/*', '?': 'a=*', percentEncoded: true },
              ],
              defaults: { caseSensitive: true },
            },
          ],
          defaults: { percentEncoded: false },
          substitutionVariables: { lang: ['en', 'hi'] },
        },
        webcredentials: { apps: [APP_ID] },
        appclips: { apps: ['ABCDE12345.com.kite.app.Clip'] },
        activitycontinuation: { apps: [APP_ID] },
      },
    ],
  ])('is taken in %s', (_name, file) => {
    expect(pasted('IOS', file)).toEqual(file);
  });

  test.each<[string, unknown, string]>([
    ['a list', [], 'the file'],
    ['no applinks', {}, 'applinks is missing'],
    ['no details', { applinks: {} }, 'applinks.details is missing'],
    [
      'details by app',
      { applinks: { details: { [APP_ID]: { paths: ['*'] } } } },
      'applinks.details is not of the kind array',
    ],
    ['empty details', { applinks: { details: [] } }, 'applinks.details is empty'],
    [
      'apps where none may be',
      { applinks: { apps: [APP_ID], details: [detail] } },
      'applinks.apps[0] must stay empty',
    ],
    ['no app', { applinks: { details: [{ components: [{ '/': '*' }] }] } }, 'has neither appIDs nor appID'],
    ['no path', { applinks: { details: [{ appIDs: [APP_ID] }] } }, 'has neither components nor paths'],
    [
      'a bare bundle',
      { applinks: { details: [{ ...detail, appIDs: ['com.kite.app'] }] } },
      'applinks.details[0].appIDs[0] is not TEAMID.bundle.id',
    ],
    [
      'an unknown key',
      { applinks: { details: [{ ...detail, appIds: [] }] } },
      'applinks.details[0] has the unknown key "appIds"',
    ],
    [
      'an unknown part',
      { applinks: { details: [detail] }, links: {} },
      'the file has the unknown key "links"',
    ],
    [
      'an empty component',
      { applinks: { details: [{ ...detail, components: [{ exclude: true }] }] } },
      'has none of "/", "?" and "#"',
    ],
    [
      'exclude as text',
      { applinks: { details: [{ ...detail, components: [{ '/': '*', exclude: 'true' }] }] } },
      'exclude is not of the kind boolean',
    ],
    ['the file of Android', [statement], 'the file'],
  ])('is refused with %s', (_name, file, reason) => {
    expect(refusalOf('IOS', JSON.stringify(file))).toMatch(/^is not valid: /);
    expect(refusalOf('IOS', JSON.stringify(file))).toContain(reason);
  });
});

describe('a pasted file of Android', () => {
  test('is taken, with its fingerprints in the one spelling', () => {
    const target = { ...statement.target, sha256_cert_fingerprints: [RAW, PRINT.replaceAll(':', '')] };
    expect(pasted('ANDROID', [{ ...statement, target }])).toEqual([
      { ...statement, target: { ...target, sha256_cert_fingerprints: [PRINT, PRINT] } },
    ]);
  });

  test('is taken with other relations, sites and dynamic rules', () => {
    const file = [
      {
        ...statement,
        relation: [OPEN, 'delegate_permission/common.get_login_creds'],
        relation_extensions: { [OPEN]: { dynamic_app_link_components: [{ '/': '/buy/*' }] } },
      },
      {
        relation: ['delegate_permission/common.get_login_creds'],
        target: { namespace: 'web', site: 'https://kite.test' },
      },
    ];
    expect(pasted('ANDROID', file)).toEqual(file);
  });

  const target = statement.target;
  test.each<[string, unknown, string]>([
    ['an object', statement, 'the file is not a list of statements'],
    ['no statement', [], 'lets no app open links'],
    ['no relation', [{ target }], '[0].relation is missing'],
    ['a relation as text', [{ relation: OPEN, target }], '[0].relation is not of the kind array'],
    ['no such relation', [{ relation: ['handle_all_urls'], target }], '[0].relation[0] is not a relation'],
    [
      'another relation only',
      [{ relation: ['delegate_permission/common.get_login_creds'], target }],
      'lets no app open links',
    ],
    ['no target', [{ relation: [OPEN] }], '[0].target'],
    [
      'another namespace',
      [{ relation: [OPEN], target: { ...target, namespace: 'ios_app' } }],
      'neither android_app nor web',
    ],
    [
      'a bad package',
      [{ relation: [OPEN], target: { ...target, package_name: 'kite' } }],
      '[0].target.package_name is not a package name',
    ],
    [
      'a short fingerprint',
      [{ relation: [OPEN], target: { ...target, sha256_cert_fingerprints: ['AA:BB'] } }],
      'fingerprints[0] is not a SHA-256 fingerprint',
    ],
    ['an unknown key', [{ ...statement, comment: 'x' }], '[0] has the unknown key "comment"'],
    ['the file of iOS', { applinks: { details: [detail] } }, 'the file is not a list of statements'],
  ])('is refused with %s', (_name, file, reason) => {
    expect(refusalOf('ANDROID', JSON.stringify(file))).toContain(reason);
  });
});

describe('a pasted text', () => {
  test.each(['{', 'applinks', '{"applinks": }', "{'applinks': 1}"])(
    'is refused when it is not JSON: %s',
    (text) => {
      expect(refusalOf('IOS', text)).toMatch(/^is not JSON: /);
    },
  );

  test.each(['\\u0000', '\\ud800', '\\uDFFF'])('is refused when %s hides in it', (hidden) => {
    const file = { applinks: { details: [{ ...detail, components: [{ '/': '*', comment: 'X' }] }] } };
    expect(refusalOf('IOS', JSON.stringify(file).replace('"X"', `"${hidden}"`))).toBe(
      'contains characters that cannot be stored',
    );
  });

  const commented = (comment: string) =>
    JSON.stringify({ applinks: { details: [{ ...detail, components: [{ '/': '*', comment }] }] } });
  const ROOM = 128 * 1024 - commented('').length;

  test('may have 128 kB and no more', () => {
    expect(() => read({ platform: 'IOS', json: commented('x'.repeat(ROOM)) })).not.toThrow();
    const form = { project_id: PROJECT, platform: 'IOS', json: commented('x'.repeat(ROOM + 1)) };
    expect(VerificationForm.safeParse(form).success).toBe(false);
  });

  test('is measured in bytes', () => {
    expect(refusalOf('IOS', commented('ü'.repeat(ROOM / 2 + 1)))).toBe('is larger than 128 kB');
  });
});
