import { createHash } from 'node:crypto';

/** npm run test:full and PICTURES=1 take everything. */
export const IS_FULL = Boolean(process.env.TEST_FULL || process.env.PICTURES);

/** The same in every worker of a run: the configuration, which is read first, sets it. */
export const SEED = process.env.E2E_SEED ?? '';

/** A number from 0 to before 1, the same for the same seed and name. */
export function draw(name: string): number {
  return createHash('sha256').update(`${SEED} ${name}`).digest().readUInt32BE() / 2 ** 32;
}
