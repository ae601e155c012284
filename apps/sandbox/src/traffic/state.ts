import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** What a demo remembers of itself: from it the same people can be made again. */
const DemoState = z.object({
  seed: z.string(),
  start: z.iso.date(),
  until: z.iso.datetime(),
  people: z.number().int().positive(),
  /** Its project, and the public token that apps carry. */
  project: z.object({ projectId: z.string(), token: z.string() }),
  /** Its history is there; then everything is. */
  step: z.enum(['filled', 'ready']),
});
export type DemoState = z.infer<typeof DemoState>;

/** null: there is no demo yet. */
export function readState(file: string): DemoState | null {
  if (!existsSync(file)) return null;
  const { data } = DemoState.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!data) throw new Error(`${file} is of another version; start again with --fresh.`);
  return data;
}

/** Whole or not at all, whenever the process ends. */
export function writeState(file: string, state: DemoState): void {
  const draft = `${file}.new`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(draft, file);
}
