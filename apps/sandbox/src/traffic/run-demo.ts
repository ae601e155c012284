import { ratesFile, spendFile } from './bills.ts';
import { firstDate } from './calendar.ts';
import { inviteGuests } from './first-guests.ts';
import { createHistory } from './history.ts';
import { playLive } from './live.ts';
import type { Door } from './phone.ts';
import { createProduct, type Product } from './product.ts';
import { createProgress, type Terminal } from './progress.ts';
import type { Rows } from './rows.ts';
import { sendHistory, sizeOf } from './send-history.ts';
import { createKey, createProject, type Project, type Session, signIn } from './set-up.ts';
import { readState, writeState } from './state.ts';
import { createWorld, type Premise, type World } from './world.ts';

export interface DemoRequest {
  /** Where the product answers. */
  url: string;
  /** Of the sign-in link that it printed. */
  signInToken: string;
  stateFile: string;
  seed: string;
  people: number;
  days: number;
  terminal: Terminal;
  signal: AbortSignal;
}

export interface Demo {
  product: Product;
  project: Project;
  world: World;
}

/** What a new demo follows from; it ends now. */
function newPremise({ seed, people, days }: DemoRequest): Premise {
  const until = new Date();
  return { seed, people, start: firstDate(until, days), until: until.toISOString() };
}

/** Files of rates and spend, as an operator and a marketer would bring them. */
async function sendBills({ product, bearer }: Session, { project, world }: Demo, rows: Rows): Promise<void> {
  await product.call('POST', '/rates/import', { bearer, body: { csv: ratesFile(world) } });
  const body = { project_id: project.projectId, csv: spendFile(world, rows) };
  await product.call('POST', '/project/spend/import', { bearer, body });
}

const doorOf = ({ product, project }: Demo, signal: AbortSignal): Door => ({
  url: product.url,
  token: project.token,
  signal,
});

async function fill(session: Session, demo: Demo, { terminal, signal }: DemoRequest): Promise<void> {
  const { product, project, world } = demo;
  const guests = await inviteGuests(world, doorOf(demo, signal));
  const rows = createHistory(world);
  await sendBills(session, demo, rows);
  const key = await createKey(session, project.projectId);
  const progress = createProgress(terminal, { label: 'History', total: sizeOf(rows) });
  await sendHistory({ product, key, signal, onStored: (count) => progress.add(count) }, rows);
  progress.end();
  await guests.open();
}

/** The demo that is there; null: it has yet to be made, or to be filled. */
export function findDemo({ url, stateFile, terminal }: DemoRequest): Demo | null {
  const state = readState(stateFile);
  if (!state?.filled) return null;
  terminal.write(`  Found a demo of ${state.people} people since ${state.start}.\n`);
  return { product: createProduct(url), project: state.project, world: createWorld(state) };
}

/** Makes a demo with all of its history, or goes on where that was broken off. */
export async function makeDemo(request: DemoRequest): Promise<Demo> {
  const { url, signInToken, stateFile, terminal } = request;
  const product = createProduct(url);
  const session = await signIn(product, signInToken);
  const known = readState(stateFile);
  const premise = known ?? newPremise(request);
  const world = createWorld(premise);
  if (!known) terminal.write('  Making the demo project, its campaigns and links…\n');
  const project = known?.project ?? (await createProject(session, world));
  const state = { ...premise, project, filled: false };
  writeState(stateFile, state);
  const demo = { product, project, world };
  await fill(session, demo, request);
  writeState(stateFile, { ...state, filled: true });
  return demo;
}

const QUIET_MS = 60_000;

/** Lets people come and go until the signal. */
export async function playDemo(
  demo: Demo,
  { pace, terminal, signal }: Pick<DemoRequest, 'terminal' | 'signal'> & { pace: number },
): Promise<void> {
  let saidAt = 0;
  const onFailure = (error: unknown) => {
    // A server that is away refuses everybody: once is enough.
    if (Date.now() - saidAt < QUIET_MS) return;
    saidAt = Date.now();
    terminal.write(`  Live traffic: ${(error as Error).message}\n`);
  };
  await playLive({ world: demo.world, door: doorOf(demo, signal), pace, onFailure });
}
