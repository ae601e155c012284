import { parseArgs } from 'node:util';

/** How much is measured, and for how long. */
export interface BenchOptions {
  mode: 'quick' | 'default' | 'full';
  seconds: number;
  /** A round ends after so many requests, if that is earlier: the same work, however busy the machine is. */
  requests: number;
  rounds: number;
  /** Before the first round, and not measured: for its first thousands of installs Node is busy compiling. */
  warmUpSeconds: number;
  /** Clicks that are stored before the first run. */
  clicks: number;
  /** Whether everything is measured again with ten times the stored data. */
  tenfold: boolean;
  /** That the requests belong to: what several send at the same time is written project by project. */
  projects: number;
  /** Of clicks and single events; fewer do not keep all cores busy. */
  connections: number;
  /** Of batches and installs. */
  largeConnections: number;
  copyRows: number;
  /** Writes a CPU profile of the server. */
  profile: boolean;
  only: string[] | null;
}

const MODES = {
  quick: { seconds: 2, rounds: 1, warmUpSeconds: 2, clicks: 20_000, tenfold: false, copyRows: 20_000 },
  default: { seconds: 6, rounds: 3, warmUpSeconds: 5, clicks: 200_000, tenfold: true, copyRows: 100_000 },
  full: { seconds: 10, rounds: 5, warmUpSeconds: 10, clicks: 1_000_000, tenfold: true, copyRows: 200_000 },
} as const;

const USAGE = `npm run bench -- [--quick | --full] [--seconds 6] [--requests n] [--rounds 3] [--clicks 200000] [--no-tenfold]
  [--projects 1] [--connections 256] [--large-connections 128] [--only clicks,singles,batches,installs] [--profile]
`;

const numberOr = (text: string | undefined, otherwise: number) => {
  const given = Number(text ?? Number.NaN);
  return Number.isFinite(given) && given > 0 ? given : otherwise;
};

export function readOptions(args: string[]): BenchOptions {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args,
    options: {
      help: flag,
      quick: flag,
      full: flag,
      profile: flag,
      'no-tenfold': flag,
      seconds: text,
      requests: text,
      rounds: text,
      clicks: text,
      only: text,
      connections: text,
      'large-connections': text,
      projects: text,
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  const mode = values.quick ? 'quick' : values.full ? 'full' : 'default';
  const preset = MODES[mode];
  const seconds = numberOr(values.seconds, preset.seconds);
  return {
    mode,
    seconds,
    requests: numberOr(values.requests, Number.POSITIVE_INFINITY),
    rounds: numberOr(values.rounds, preset.rounds),
    clicks: numberOr(values.clicks, preset.clicks),
    tenfold: preset.tenfold && !values['no-tenfold'],
    warmUpSeconds: values.requests ? seconds : preset.warmUpSeconds,
    projects: numberOr(values.projects, 1),
    connections: numberOr(values.connections, 256),
    largeConnections: numberOr(values['large-connections'], 128),
    copyRows: preset.copyRows,
    profile: values.profile,
    only: values.only ? values.only.split(',') : null,
  };
}
