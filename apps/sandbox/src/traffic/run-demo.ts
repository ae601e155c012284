import type { PostbackSigner } from '../apple/postback-signer.ts';
import type { Sandbox } from '../start.ts';
import { spendFile } from './bills.ts';
import { DAY, firstDate } from './calendar.ts';
import { connectNetworks } from './connect-networks.ts';
import { connectTools, misbehaveALittle } from './connect-tools.ts';
import { fillHistory } from './fill-history.ts';
import { createHistory } from './history.ts';
import { playLive } from './live.ts';
import { createProduct, type Product } from './product.ts';
import type { Terminal } from './progress.ts';
import { createScenario, type Scenario, type ScenarioOptions } from './scenario.ts';
import { invitePeople, type Project, type Session, signIn } from './set-up.ts';
import { setUpReports } from './set-up-reports.ts';
import { readSchemaAsMeta, startBackTest } from './set-up-skan.ts';
import { readState, writeState } from './state.ts';
import { createWire } from './wire.ts';

/** A product that runs: where it answers, and the token of the sign-in link that it printed. */
interface Running {
  url: string;
  signInToken: string;
}

export interface DemoRequest {
  /** The product; it is started once its history is there. */
  product: Running;
  stateFile: string;
  /** Where its deliveries go. */
  sandbox: Pick<Sandbox, 'receivers' | 'webhooksUrl' | 'toolsUrl'>;
  /** Whose keys the product takes for Apple's. */
  signer: PostbackSigner;
  terminal: Terminal;
  signal: AbortSignal;
}

export interface Demo {
  product: Product;
  project: Project;
  scenario: Scenario;
}

/** The options of a new scenario, which ends now. */
export function newScenarioOptions(given: { seed: string; people: number; days: number }): ScenarioOptions {
  const until = new Date();
  const { seed, people, days } = given;
  return { seed, people, start: firstDate(until, days), until: until.toISOString() };
}

/** Makes the project and everything that ever happened in it, in a product whose clock is that of its requests. */
export async function makePast(
  past: Running,
  request: Pick<DemoRequest, 'stateFile' | 'signer' | 'terminal' | 'signal'>,
  options: ScenarioOptions,
): Promise<void> {
  // The account is new; the project was made a day before its history begins.
  const { bearer } = await signIn(createProduct(past.url), past.signInToken);
  const scenario = createScenario(options);
  const product = createProduct(past.url, scenario.start - DAY);
  const project = await fillHistory({ product, bearer }, scenario, request);
  writeState(request.stateFile, { ...options, project, step: 'filled' });
}

/** What is set up today: a file of spend, connections, and what a team has saved. */
async function setUpToday(session: Session, demo: Demo, { sandbox }: DemoRequest): Promise<void> {
  const { product, bearer } = session;
  const { project, scenario } = demo;
  const csv = spendFile(scenario, createHistory(scenario));
  const body = { project_id: project.projectId, csv };
  await product.call('POST', '/project/spend/import', { bearer, body });
  await invitePeople(session, project);
  await startBackTest(session, project);
  await connectTools(session, project, sandbox);
  await connectNetworks(session, project, sandbox);
  await readSchemaAsMeta(session, project);
  await setUpReports(session, project);
}

/** The demo of which the history is there; at its first start the rest of it is set up. */
export async function openDemo(request: DemoRequest): Promise<{ demo: Demo; hasSignedIn: boolean }> {
  const { product: running, stateFile, sandbox, terminal } = request;
  misbehaveALittle(sandbox);
  const state = readState(stateFile);
  if (!state) throw new Error(`There is no demo in ${stateFile}.`);
  const product = createProduct(running.url);
  const demo = { product, project: state.project, scenario: createScenario(state) };
  if (state.step === 'ready') {
    terminal.write(`  Found a demo of ${state.people} people since ${state.start}.\n`);
    return { demo, hasSignedIn: false };
  }
  terminal.write('  Connecting ad networks and tools…\n');
  await setUpToday(await signIn(product, running.signInToken), demo, request);
  writeState(stateFile, { ...state, step: 'ready' });
  return { demo, hasSignedIn: true };
}

const QUIET_MS = 60_000;

/** Lets people come and go until the signal. */
export async function playDemo(
  { product, project, scenario }: Demo,
  { pace, terminal, signal, signer }: Pick<DemoRequest, 'terminal' | 'signal' | 'signer'> & { pace: number },
): Promise<void> {
  let saidAt = 0;
  const onFailure = (error: unknown) => {
    // A server that is away refuses everybody: once is enough.
    if (Date.now() - saidAt < QUIET_MS) return;
    saidAt = Date.now();
    terminal.write(`  Live traffic: ${(error as Error).message}\n`);
  };
  const endpoint = { wire: createWire(product.url, signal), token: project.token, signal };
  await playLive({ scenario, endpoint, signer, pace, onFailure });
}
