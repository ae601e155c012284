import type { Output } from '@trailmark/contract/call';
import type { SkanGoogleStatus, SkanMetaStatus } from '@trailmark/contract/skan-exports';
import type { checkSkanSetUp, getSkanSettings, sendSkanTest } from '@trailmark/contract/skan-postbacks';
import type { SkanSchemaMapping, SkanSchemaVersion } from '@trailmark/contract/skan-schema';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
const id = (n: number) => `0192f000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`;

const PATHS = {
  skadnetwork: '/.well-known/skadnetwork/report-attribution/',
  adattributionkit: '/.well-known/appattribution/report-attribution/',
};
const SERVER = 'https://trailmark.kite.example';

export function fullSetUp(): Output<typeof getSkanSettings> {
  return {
    count_development: false,
    digits_kept: 'last',
    apps: [
      { app_id: '6443201111', name: 'Kite Grocery', receives: true },
      { app_id: '6443202222', name: 'Kite Grocery for shops and wholesale customers', receives: true },
      { app_id: '6443203333', name: 'Kite Pharmacy', receives: false },
    ],
    paths: PATHS,
    forward_url: `${SERVER}/api/v1/skan-postback`,
    server_url: SERVER,
    repeats: 412,
    dropped: 3,
    last_received_at: hoursAgo(2),
  };
}

const version = (
  number: number,
  state: SkanSchemaVersion['state'],
  activated_at: string | null,
): SkanSchemaVersion => ({
  version: number,
  state,
  bases: ['signup'],
  created_at: hoursAgo(900),
  activated_at,
  retired_at: null,
  schema: {
    bases: [{ type: 'event', event: 'signup' }],
    install_value: 0,
    lock_first_window: 'never',
    values_used: 48,
  },
});

export function fullMapping(): SkanSchemaMapping {
  const [draft, active] = [version(4, 'draft', null), version(3, 'active', hoursAgo(800))];
  return {
    activate_skan: true,
    has_values: true,
    changed_at: hoursAgo(800),
    app_id: '6443201111',
    draft,
    active,
    values: [],
    explanation: 'Apps receive conversion values by version 3.',
    versions: [],
  };
}

export function fullGoogle(): SkanGoogleStatus {
  const account = {
    schema_version: 3,
    uploaded_at: hoursAgo(30),
    warnings: [],
    error: null,
  };
  return {
    connected: true,
    status: 'ERROR',
    customer_id: '1234567890',
    link_id: '5001',
    schema_version: 3,
    reason: 'Kite India: Google refused the schema: SCHEMA_MAPPING_INVALID.',
    uploaded_at: hoursAgo(30),
    warnings: [],
    accounts: [
      {
        ...account,
        ad_network_id: id(1),
        customer_id: '1234567890',
        name: 'Kite India',
        link_id: '5001',
        status: 'ERROR',
        error: 'Google refused the schema: SCHEMA_MAPPING_INVALID.',
      },
      {
        ...account,
        ad_network_id: id(2),
        customer_id: '2345678901',
        name: 'Kite Gulf',
        link_id: '5002',
        status: 'ACTIVE',
        warnings: ['Google replaces the schema that another partner has uploaded.'],
      },
      {
        ...account,
        ad_network_id: id(3),
        customer_id: '3456789012',
        name: 'Kite Lanka',
        link_id: null,
        status: 'LINK_MISSING',
        schema_version: null,
        uploaded_at: null,
      },
    ],
  };
}

export function fullMeta(): SkanMetaStatus {
  return {
    connected: true,
    status: 'ACTIVE',
    reason: 'The active version was read at the address. Check in Events Manager that it was Meta.',
    app_id: '6443201111',
    last_fetched_at: hoursAgo(5),
    schema_version: 3,
    events: [
      { event: 'signup', meta_event: 'fb_mobile_complete_registration' },
      { event: 'payment', meta_event: 'fb_mobile_purchase' },
      { event: 'level_42_boss', meta_event: 'level_42_boss' },
    ],
    schema_url: `${SERVER}/skan/schema/${'Qx7-Kp2_'.repeat(5)}abc`,
  };
}

const todo = (path: string) =>
  `Route POST ${path} of this domain to ${SERVER}${path}, with its body as it is.`;

export function domainAnswer(): Output<typeof checkSkanSetUp> {
  const url = (path: string) => `https://kite.example${path}`;
  return {
    domain: 'kite.example',
    checks: [
      {
        framework: 'skadnetwork',
        url: url(PATHS.skadnetwork),
        reached: 'ours',
        status: 200,
        says: 'Postbacks that devices send to this address arrive here.',
      },
      {
        framework: 'adattributionkit',
        url: url(PATHS.adattributionkit),
        reached: 'redirect',
        status: 301,
        says: `The domain answers with a redirect (301). Devices do not follow it. ${todo(PATHS.adattributionkit)}`,
      },
    ],
  };
}

export function testAnswer(): Output<typeof sendSkanTest> {
  const skan = { framework: 'skadnetwork', body: '{}', status: 200, passed: true } as const;
  return {
    app_id: '6443201111',
    url: SERVER,
    sent: [
      {
        ...skan,
        name: 'SKAdNetwork 4.0, first window',
        verdict: 'valid',
        expected: 'valid',
        postback_id: id(4),
      },
      {
        ...skan,
        name: 'SKAdNetwork 4.0, tampered with',
        verdict: 'invalid',
        expected: 'invalid',
        postback_id: id(5),
      },
      {
        ...skan,
        name: 'AdAttributionKit',
        framework: 'adattributionkit',
        status: null,
        verdict: null,
        expected: 'valid',
        passed: false,
        postback_id: null,
      },
    ],
  };
}
