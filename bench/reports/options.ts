import { parseArgs } from 'node:util';

export const EVENTS_PER_INSTALL = 20;

/** How much there is, and what is measured of it. */
export interface Options {
  installs: number;
  campaigns: number;
  /** Reports alone: neither raw rows beside them, nor the export and the screens. */
  isBrief: boolean;
  hasScreens: boolean;
  /** A directory whose database is kept; one that has been filled is measured as it is. */
  keepIn: string | undefined;
  /** How far the clock of the product is ahead: ranges then begin and end on another weekday. */
  daysAhead: number;
  /** Writes a CPU profile of the server. */
  profile: boolean;
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '20000000' },
      campaigns: { type: 'string', default: '10000' },
      brief: { type: 'boolean', default: false },
      'no-screens': { type: 'boolean', default: false },
      'keep-in': { type: 'string' },
      'days-ahead': { type: 'string', default: '0' },
      profile: { type: 'boolean', default: false },
    },
  });
  return {
    installs: Math.ceil(Number(values.events) / EVENTS_PER_INSTALL),
    campaigns: Number(values.campaigns),
    isBrief: values.brief,
    hasScreens: !values['no-screens'] && !values.brief,
    keepIn: values['keep-in'],
    daysAhead: Number(values['days-ahead']),
    profile: values.profile,
  };
}
