import { z } from 'zod';
import { CampaignId } from './campaigns.ts';
import { Instant, ProjectId } from './fields.ts';
import { LEVELS, Plausibility, REJECTION_REASONS } from './plausibility.ts';
import { NetworkWindows } from './projects.ts';
import { inProject, route } from './route.ts';
import { AttributionWindows } from './windows.ts';

/** How far back settings are tried. */
export const WHAT_IF_DAYS = 30;
/** Of more decisions than this a sample is tried: about this many, by install. */
export const WHAT_IF_DECISIONS = 20_000;
/** The rows of a group that are listed, the newest. */
export const WHAT_IF_ROWS = 200;

/**
 * Who is credited. Of a campaign that the reader may not see, only that there is one. Not known where a click id decided that would
 * lose now: clicks of the same address were not looked up, and one of them might win.
 */
const Credited = z.object({
  campaign_id: CampaignId.nullable(),
  campaign_name: z.string().nullable(),
  network: z.string(),
  is_hidden: z.boolean(),
  is_known: z.boolean(),
});
export type Credited = z.infer<typeof Credited>;

/** `none`: the open would change nothing. */
export const DECIDED_KINDS = ['install', 'reinstall', 'reengagement', 'reattribution', 'none'] as const;
const Kind = z.enum(DECIDED_KINDS);
const Verdict = z.enum(['clean', ...LEVELS]);

const Outcome = z.object({
  credited: Credited,
  kind: Kind,
  match_type: z.string(),
  verdict: Verdict,
  reasons: z.array(z.enum(REJECTION_REASONS)),
});
export type WhatIfOutcome = z.infer<typeof Outcome>;

/** Decisions that would change alike; `group` asks for its rows. */
const groupOf = <Value extends z.ZodType>(value: Value) =>
  z.object({ group: z.string(), count: z.number(), from: value, to: value });

export const WhatIf = z.object({
  /** Opens since then were tried. */
  since: Instant,
  /** Decisions of that time: of installs, and of returns. Imported ones have no receipt, and are left out. */
  decisions: z.number(),
  /** As many of them were tried; fewer than all: a sample by install, and all counts are of the sample. */
  tried: z.number(),
  /** Decisions that would be different in any way. */
  changed: z.number(),
  /** Who would be credited instead. */
  moves: z.array(groupOf(Credited)),
  /** What the open would be instead. */
  kinds: z.array(groupOf(Kind)),
  /** What the fraud checks would say instead. */
  verdicts: z.array(groupOf(Verdict)),
  /** Of the group that was asked for, the newest; null: none was. Of installs that the reader may see. */
  rows: z.array(z.object({ install_id: z.string(), at: Instant, from: Outcome, to: Outcome })).nullable(),
});
export type WhatIf = z.infer<typeof WhatIf>;

const group = z.string().max(200, 'is not a group').optional();
const tag = 'Attribution';

export const tryRules = route({
  method: 'POST',
  path: '/project/what-if',
  tag,
  summary: 'What other windows and fraud checks would change about the last 30 days; nothing is saved',
  access: inProject('settings.see'),
  body: z.object({
    project_id: ProjectId,
    windows: AttributionWindows.partial().optional(),
    /** As a whole: networks left out have the project's windows. */
    network_windows: NetworkWindows.optional(),
    /** As a whole: what is left out has its default. */
    plausibility: Plausibility.optional(),
    group,
  }),
  response: WhatIf,
});

export const tryCampaignWindows = route({
  method: 'POST',
  path: '/campaign/what-if',
  tag,
  summary: 'What other windows of a campaign would change about the last 30 days; nothing is saved',
  access: inProject('campaigns.edit', { orShared: 'campaign_id' }),
  body: z.object({
    project_id: ProjectId,
    campaign_id: CampaignId,
    /** As a whole: what is left out is the project's or the network's. */
    windows: AttributionWindows.partial(),
    group,
  }),
  response: WhatIf,
});
