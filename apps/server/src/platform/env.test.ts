import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { EnvError, PROCESS_ROLES, type ProcessRole, readEnv } from './env.ts';

function problemsOf(variables: Record<string, string>, role: ProcessRole = 'all'): string[] {
  try {
    readEnv(variables, role);
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
}

const SECRET = 'a-secret-key-of-thirty-two-letters';
const PRODUCTION = {
  NODE_ENV: 'production',
  SECRET_KEY: SECRET,
  PUBLIC_URL: 'https://trailmark.example.com',
  SMTP_URL: 'smtp://mail.example.com',
};

describe('an environment with nothing in it', () => {
  test('is a local installation', () => {
    expect(readEnv({}, 'all')).toEqual({
      role: 'all',
      production: false,
      logLevel: null,
      databaseUrl: null,
      publicUrl: null,
      host: '127.0.0.1',
      port: 4600,
      metricsPort: 4601,
      trustProxy: false,
      drainMs: 0,
      trustForwardedHost: false,
      linkHost: null,
      linkProbe: { secure: true, port: 443 },
      eventBuffer: 50_000,
      isCluster: false,
      limits: { eventNames: 1000, propertyKeys: 200, integrationKeys: 50, importPastDays: 1095 },
      dnsServers: [],
      outboundAllow: [],
      ipRanges: {
        privateRelay: 'https://mask-api.icloud.com/egress-ip-ranges.csv',
        anonymous: null,
      },
      adServicesUrl: 'https://api-adservices.apple.com/api/v1/',
      toolsUrl: null,
      skanTestKeys: null,
      networkVersions: { meta: 'v26.0', tiktok: 'v1.3', googleAds: 'v26', dataManager: 'v1' },
      claimHoldMs: 60_000,
      dataDir: null,
      secretKey: null,
      signup: 'invite',
      projectCreation: 'members',
      operatorEmails: [],
      smtpUrl: null,
      mailFrom: 'Trailmark <trailmark@localhost>',
      google: null,
      analytics: null,
      messaging: null,
    });
  });

  test('is the same as one where every variable is empty', () => {
    const names = ['NODE_ENV', 'LOG_LEVEL', 'DATABASE_URL', 'PUBLIC_URL', 'HOST', 'PORT', 'METRICS_PORT'];
    names.push('TRUST_PROXY', 'DATA_DIR', 'SECRET_KEY', 'SIGNUP', 'OPERATOR_EMAILS', 'SMTP_URL', 'MAIL_FROM');
    names.push('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER', 'MIXPANEL_TOKEN');
    names.push('LINK_HOST', 'LINK_PROBE', 'DNS_SERVERS', 'TRUST_FORWARDED_HOST');
    names.push('PRIVATE_RELAY_URL', 'ANONYMOUS_RANGES_URL', 'ADSERVICES_URL', 'CLAIM_HOLD_SECONDS');
    names.push('MIXPANEL_UPSTREAM', 'MIXPANEL_RECORD_PERCENT', 'INTERCOM_APP_ID');
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readEnv(empty, 'all')).toEqual(readEnv({}, 'all'));
  });
});

describe('a bad variable gives one line that names it', () => {
  test.each([
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://localhost/db'],
    ['DATABASE_URL', 'localhost:5432'],
    ['PUBLIC_URL', 'trailmark.example.com'],
    ['PUBLIC_URL', 'ftp://trailmark.example.com'],
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['METRICS_PORT', '70000'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', 'loopback,everybody'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', '2001:db8::/129'],
    ['TRUST_FORWARDED_HOST', 'proxy'],
    ['LINK_HOST', 'localhost'],
    ['LINK_HOST', 'https://links.example.com'],
    ['LINK_HOST', '192.0.2.1'],
    ['LINK_PROBE', 'ftp'],
    ['LINK_PROBE', 'https://example.com'],
    ['DNS_SERVERS', 'dns.example.com'],
    ['DNS_SERVERS', '192.0.2.53,192.0.2'],
    ['DNS_SERVERS', '192.0.2.53:dns'],
    ['PRIVATE_RELAY_URL', 'no'],
    ['PRIVATE_RELAY_URL', 'file:///etc/ranges.csv'],
    ['ANONYMOUS_RANGES_URL', 'off'],
    ['ADSERVICES_URL', 'api-adservices.apple.com'],
    ['CLAIM_HOLD_SECONDS', 'a minute'],
    ['CLAIM_HOLD_SECONDS', '-1'],
    ['CLAIM_HOLD_SECONDS', '3601'],
    ['SECRET_KEY', 'short'],
    ['SIGNUP', 'closed'],
    ['OPERATOR_EMAILS', 'not an address'],
    ['OPERATOR_EMAILS', 'one@example.com;two@example.com'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['GOOGLE_ISSUER', 'accounts.google.com'],
    ['MIXPANEL_UPSTREAM', 'api-js.mixpanel.com'],
    ['MIXPANEL_RECORD_PERCENT', 'all'],
    ['MIXPANEL_RECORD_PERCENT', '101'],
    ['MIXPANEL_RECORD_PERCENT', '-1'],
    ['INTERCOM_APP_ID', "abc'; alert(1)"],
  ])('%s=%s', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} \\S+ .*\\S$`));
    expect(problems[0]).not.toContain('undefined');
  });

  test('and so does each of several', () => {
    const problems = problemsOf({ PORT: 'http', SIGNUP: 'closed', SMTP_URL: 'x' });
    expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual(['PORT', 'SIGNUP', 'SMTP_URL']);
  });

  test('without revealing the secrets of other variables', () => {
    const error = problemsOf({ SECRET_KEY: 'short', SMTP_URL: 'http://user:password@mail' }).join('\n');
    expect(error).not.toMatch(/password|short$/m);
  });

  test('forwarded hosts without a trusted proxy', () => {
    const problem = 'TRUST_FORWARDED_HOST needs TRUST_PROXY: it says which proxies are believed';
    expect(problemsOf({ TRUST_FORWARDED_HOST: 'true' })).toEqual([problem]);
  });

  test.each<Record<string, string>>([{ GOOGLE_CLIENT_ID: 'a' }, { GOOGLE_CLIENT_SECRET: 'b' }])(
    'and half of a pair: %j',
    (half) => {
      expect(problemsOf(half)).toEqual(['GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are needed together']);
    },
  );
});

describe('production', () => {
  test.each([
    { role: 'all', missing: ['SECRET_KEY', 'PUBLIC_URL', 'SMTP_URL'] },
    { role: 'api', missing: ['SECRET_KEY', 'PUBLIC_URL', 'SMTP_URL'] },
    { role: 'worker', missing: ['SECRET_KEY', 'PUBLIC_URL', 'SMTP_URL'] },
    { role: 'edge', missing: ['SECRET_KEY'] },
  ] as const)('needs for the role $role: $missing', ({ role, missing }) => {
    const problems = problemsOf({ NODE_ENV: 'production' }, role);
    expect(problems.map((line) => line.split(' ')[0])).toEqual(missing);
    for (const name of missing) {
      const { [name]: _, ...others } = PRODUCTION;
      expect(problemsOf(others, role).map((line) => line.split(' ')[0])).toEqual([name]);
    }
  });

  test.each(PROCESS_ROLES)('starts as %s when everything is there', (role) => {
    expect(readEnv(PRODUCTION, role)).toMatchObject({ role, production: true, secretKey: SECRET });
  });

  test('counts an empty secret key as none', () => {
    expect(problemsOf({ ...PRODUCTION, SECRET_KEY: '' })).toHaveLength(1);
  });

  test.each(['development', 'test', 'Production'])('is not %s', (NODE_ENV) => {
    expect(readEnv({ NODE_ENV }, 'all').production).toBe(false);
  });
});

describe('a good variable is understood', () => {
  test.each([
    [{ PUBLIC_URL: 'https://trailmark.example.com//' }, { publicUrl: 'https://trailmark.example.com' }],
    [
      { PORT: '0', METRICS_PORT: '9000' },
      { port: 0, metricsPort: 9000 },
    ],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2, trustForwardedHost: false }],
    [{ TRUST_PROXY: '2', TRUST_FORWARDED_HOST: 'true' }, { trustForwardedHost: true }],
    [{ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }, { trustProxy: ['loopback', '10.0.0.0/8', '::1'] }],
    [
      { OPERATOR_EMAILS: ' One@Example.com, ,two@example.com,' },
      { operatorEmails: ['one@example.com', 'two@example.com'] },
    ],
    [
      { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' },
      { google: { clientId: 'a', clientSecret: 'b', issuer: 'https://accounts.google.com' } },
    ],
    [
      { MIXPANEL_TOKEN: 't', MIXPANEL_RECORD_PERCENT: '2.5' },
      { analytics: { token: 't', upstream: 'https://api-js.mixpanel.com', recordPercent: 2.5 } },
    ],
    [{ MIXPANEL_RECORD_PERCENT: '50' }, { analytics: null }],
    [{ INTERCOM_APP_ID: 'abc123' }, { messaging: { appId: 'abc123' } }],
    [{ SIGNUP: 'open' }, { signup: 'open' }],
    [{ LINK_HOST: 'Links.Example.com' }, { linkHost: 'links.example.com' }],
    [
      { PRIVATE_RELAY_URL: 'off', ANONYMOUS_RANGES_URL: 'https://lists.example.com/vpn.txt' },
      { ipRanges: { privateRelay: null, anonymous: 'https://lists.example.com/vpn.txt' } },
    ],
    [{ OUTBOUND_ALLOW: '10.0.0.0/8, fd00::/8' }, { outboundAllow: ['10.0.0.0/8', 'fd00::/8'] }],
    [{ CLAIM_HOLD_SECONDS: '5' }, { claimHoldMs: 5000 }],
    [{ LINK_PROBE: 'http:8080' }, { linkProbe: { secure: false, port: 8080 } }],
    [{ LINK_PROBE: 'http' }, { linkProbe: { secure: false, port: 80 } }],
    [
      { DNS_SERVERS: '192.0.2.53, 127.0.0.1:5353,2001:db8::53,[::1]:5353' },
      { dnsServers: ['192.0.2.53', '127.0.0.1:5353', '2001:db8::53', '[::1]:5353'] },
    ],
  ])('%j', (variables, expected) => {
    expect(readEnv(variables, 'all')).toMatchObject(expected);
  });
});

test.each([
  { given: {}, who: 'members' },
  { given: { SIGNUP: 'open' }, who: 'anyone' },
  { given: { SIGNUP: 'open', PROJECT_CREATION: 'members' }, who: 'members' },
  { given: { PROJECT_CREATION: 'anyone' }, who: 'anyone' },
])('with $given projects are created by $who', ({ given, who }) => {
  expect(readEnv(given, 'all').projectCreation).toBe(who);
});

describe('keys that take the place of Apple’s', () => {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64');

  test('are one, for both, or two', () => {
    const one = readEnv({ SKAN_TEST_KEYS: key }, 'all').skanTestKeys;
    expect(one?.production).toEqual(one?.development);
    expect(readEnv({ SKAN_TEST_KEYS: `${key}, ${key}` }, 'all').skanTestKeys).not.toBeNull();
    expect(readEnv({}, 'all').skanTestKeys).toBeNull();
  });

  test.each(['AAAA', `${key},AAAA`, `${key},${key},${key}`, ','])('are not %s', (SKAN_TEST_KEYS) => {
    expect(() => readEnv({ SKAN_TEST_KEYS }, 'all')).toThrow('SKAN_TEST_KEYS is not one or two');
  });

  test('are refused in production', () => {
    const production = { NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32) };
    expect(() => readEnv({ ...production, SKAN_TEST_KEYS: key }, 'edge')).toThrow('not for production');
  });
});
