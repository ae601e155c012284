import { z } from 'zod';
import { ConnectionHealth, EventChoice } from './connections.ts';
import { Instant, ProjectId, storable } from './fields.ts';
import { inProject, route } from './route.ts';

interface ToolFields {
  label: string;
  /** The regions or data centres of the tool, by the name it gives them. */
  regions: Readonly<Record<string, string>>;
  regionLabel: string;
  /** What it takes to connect. */
  credentials: Readonly<Record<string, { label: string; hint: string; pattern: RegExp }>>;
  /** A server of the customer's own may stand in for the regions. */
  ownHost: boolean;
  /** Older events cannot be backfilled; null: any. */
  mostAgeDays: number | null;
}

/** Ids and keys of tools: printable, without spaces. */
const KEY = /^[\x21-\x7e]{1,200}$/;

/** What each analytics tool needs to be connected. */
export const TOOLS = {
  mixpanel: {
    label: 'Mixpanel',
    regions: { us: 'United States', eu: 'European Union', in: 'India' },
    regionLabel: 'Data residency',
    credentials: {
      project_token: {
        label: 'Project token',
        hint: 'Mixpanel → Settings → Project settings → Access keys',
        pattern: KEY,
      },
    },
    ownHost: false,
    mostAgeDays: null,
  },
  amplitude: {
    label: 'Amplitude',
    regions: { us: 'United States', eu: 'European Union' },
    regionLabel: 'Data residency',
    credentials: {
      api_key: { label: 'API key', hint: 'Amplitude → Settings → Projects → your project', pattern: KEY },
    },
    ownHost: false,
    mostAgeDays: null,
  },
  posthog: {
    label: 'PostHog',
    regions: { us: 'US Cloud', eu: 'EU Cloud' },
    regionLabel: 'Region',
    credentials: {
      project_token: {
        label: 'Project API key',
        hint: 'PostHog → Settings → Project: it begins with phc_',
        pattern: /^phc_[\x21-\x7e]{1,196}$/,
      },
    },
    ownHost: true,
    mostAgeDays: null,
  },
  clevertap: {
    label: 'CleverTap',
    regions: {
      in1: 'India',
      us1: 'United States',
      sg1: 'Singapore',
      eu1: 'Europe',
      aps3: 'Indonesia',
      mec1: 'Middle East',
      sk1: 'South Korea',
    },
    regionLabel: 'Region',
    credentials: {
      account_id: { label: 'Account ID', hint: 'CleverTap → Settings → Project', pattern: KEY },
      passcode: { label: 'Passcode', hint: 'CleverTap → Settings → Passcode', pattern: KEY },
    },
    ownHost: false,
    mostAgeDays: null,
  },
  moengage: {
    label: 'MoEngage',
    regions: { '01': '01', '02': '02', '03': '03', '04': '04', '05': '05', '06': '06', '101': '101' },
    regionLabel: 'Data center',
    credentials: {
      workspace_id: { label: 'Workspace ID', hint: 'MoEngage → Settings → Account → APIs', pattern: KEY },
      api_key: { label: 'Data API key', hint: 'MoEngage → Settings → Account → APIs', pattern: KEY },
    },
    ownHost: false,
    mostAgeDays: null,
  },
} as const satisfies Record<string, ToolFields>;

export const Tool = z.enum(Object.keys(TOOLS) as [keyof typeof TOOLS, ...(keyof typeof TOOLS)[]], {
  error: 'is not an analytics tool',
});
export type Tool = z.infer<typeof Tool>;

const Name = z
  .string()
  .trim()
  .min(1, 'is empty')
  .max(256, 'is longer than 256 characters')
  .refine(storable, { message: 'contains characters that cannot be stored' });
/** What is called otherwise in the tool: our name, and the tool's. */
const Names = z.record(Name, Name).refine((names) => Object.keys(names).length <= 500, {
  message: 'has more than 500 entries',
});

/** What a connection sends, and under which names. */
export const ToolSettings = z.object({
  region: z.string().max(20, 'is not a region'),
  /** PostHog only: a server of one's own, instead of the region. */
  host: z
    .url({ protocol: /^https?$/, error: 'is not an http(s) address' })
    .max(500, 'is longer than 500 characters')
    .refine(storable, { message: 'is not an http(s) address' })
    .nullable(),
  /** Kinds and names of events; null: all. */
  events: EventChoice,
  event_names: Names,
  property_names: Names,
});
export type ToolSettings = z.infer<typeof ToolSettings>;

/** Sending what happened before the tool was connected. */
export const Backfill = z.object({
  state: z.enum(['running', 'done', 'stopped']),
  from: Instant,
  to: Instant,
  /** How many items there were when it began. */
  total: z.int(),
  planned: z.int(),
  started_at: Instant,
  ended_at: Instant.nullable(),
});
export type Backfill = z.infer<typeof Backfill>;

export const ToolConnection = z.object({
  connection_id: z.uuid(),
  tool: Tool,
  settings: ToolSettings,
  /** The last characters of each credential. */
  credential_hints: z.record(z.string(), z.string()),
  connected_at: Instant,
  updated_at: Instant,
  health: ConnectionHealth,
  /** The latest; null: none was ever made. */
  backfill: Backfill.nullable(),
});
export type ToolConnection = z.infer<typeof ToolConnection>;

const tag = 'Analytics tools';

export const listTools = route({
  method: 'GET',
  path: '/project/integration-sync',
  tag,
  summary: 'Analytics tools that are connected, and how each is doing',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({ connections: z.array(ToolConnection) }),
});

export const syncTool = route({
  method: 'POST',
  path: '/project/integration-sync/:tool',
  tag,
  summary: 'Connect an analytics tool, change it, pause and resume it, backfill it, or disconnect it',
  access: inProject('connections.edit'),
  params: z.object({ tool: Tool }),
  body: z
    .object({
      project_id: ProjectId,
      action: z.enum(['connect', 'update', 'pause', 'resume', 'disconnect', 'backfill', 'stop_backfill'], {
        error: 'is not an action',
      }),
      /** Required to connect; what is left out of an update stays. */
      settings: ToolSettings.partial().optional(),
      /** Required to connect; checked with the tool before they are stored. */
      credentials: z.record(z.string().max(100), z.string().trim().max(500)).optional(),
      /** Of a backfill. */
      from: Instant.optional(),
      to: Instant.optional(),
    })
    .refine(({ action, from, to }) => action !== 'backfill' || (from && to && from < to), {
      path: ['from'],
      message: 'is required, and must be before "to"',
    }),
  response: z.object({
    /** null after it was disconnected. */
    connection: ToolConnection.nullable(),
  }),
});

/** An event as the tool would be sent it. */
export const PreviewedEvent = z.object({
  name: z.string(),
  kind: z.string(),
  occurred_at: Instant,
  install_id: z.string(),
  /** null: it would be left out. */
  payload: z.json().nullable(),
  skipped: z.string().nullable(),
});

export const previewTool = route({
  method: 'POST',
  path: '/project/integration-sync/:tool/preview',
  tag,
  summary: 'What the last 20 events would become, with the settings that are given',
  access: inProject('connections.edit'),
  params: z.object({ tool: Tool }),
  body: z.object({ project_id: ProjectId, settings: ToolSettings.partial().default({}) }),
  response: z.object({ events: z.array(PreviewedEvent) }),
});

export const previewBackfill = route({
  method: 'GET',
  path: '/project/integration-sync/:tool/backfill',
  tag,
  summary: 'How many items a backfill would send',
  access: inProject('connections.see'),
  params: z.object({ tool: Tool }),
  query: z.object({ project_id: ProjectId, from: Instant, to: Instant }),
  response: z.object({ items: z.int(), already_sent: z.int() }),
});
