import { parseArgs } from 'node:util';

/** How much is measured, and for how long. */
export interface Options {
  mode: 'quick' | 'default' | 'full';
  seconds: number;
  rounds: number;
  /** Clicks that are stored before the first run. */
  clicks: number;
  /** Whether everything is measured again with ten times the stored data. */
  tenfold: boolean;
  connections: number;
  singleConnections: number;
  copyRows: number;
  /** Writes a CPU profile of the server. */
  profile: boolean;
  only: string[] | null;
}

const MODES = {
  quick: { seconds: 1, rounds: 1, clicks: 20_000, tenfold: false, copyRows: 20_000 },
  default: { seconds: 3, rounds: 3, clicks: 200_000, tenfold: true, copyRows: 100_000 },
  full: { seconds: 5, rounds: 5, clicks: 1_000_000, tenfold: true, copyRows: 200_000 },
} as const;

const USAGE = `npm run bench -- [--quick | --full] [--seconds 3] [--rounds 3] [--clicks 200000] [--no-tenfold]
  [--connections 64] [--single-connections 128] [--only clicks,singles,batches,installs] [--profile]
`;

const numberOr = (text: string | undefined, otherwise: number) => {
  const given = Number(text ?? Number.NaN);
  return Number.isFinite(given) && given > 0 ? given : otherwise;
};

export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args,
    options: {
      ...{ help: flag, quick: flag, full: flag, profile: flag, 'no-tenfold': flag },
      ...{ seconds: text, rounds: text, clicks: text, only: text },
      ...{ connections: text, 'single-connections': text },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  const mode = values.quick ? 'quick' : values.full ? 'full' : 'default';
  const preset = MODES[mode];
  return {
    mode,
    seconds: numberOr(values.seconds, preset.seconds),
    rounds: numberOr(values.rounds, preset.rounds),
    clicks: numberOr(values.clicks, preset.clicks),
    tenfold: preset.tenfold && !values['no-tenfold'],
    connections: numberOr(values.connections, 64),
    singleConnections: numberOr(values['single-connections'], 128),
    copyRows: preset.copyRows,
    profile: values.profile,
    only: values.only ? values.only.split(',') : null,
  };
}
