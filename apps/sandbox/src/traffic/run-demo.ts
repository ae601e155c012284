import type { PostbackSigner } from '../apple/postback-signer.ts';
import type { Sandbox } from '../start.ts';
import { ratesFile, spendFile } from './bills.ts';
import { firstDate } from './calendar.ts';
import { connectNetworks } from './connect-networks.ts';
import { connectTools, misbehaveALittle } from './connect-tools.ts';
import { startFirstVisitors } from './first-visitors.ts';
import { createHistory } from './history.ts';
import { playLive } from './live.ts';
import type { Endpoint } from './phone.ts';
import { createProduct, type Product } from './product.ts';
import { createProgress, type Terminal } from './progress.ts';
import type { HistoryRows } from './rows.ts';
import { createScenario, type Scenario, type ScenarioOptions } from './scenario.ts';
import { sendHistory, sizeOf } from './send-history.ts';
import { sendPostbacks } from './send-postbacks.ts';
import { createKey, createProject, type Project, type Session, signIn } from './set-up.ts';
import { setUpSkan } from './set-up-skan.ts';
import { createPostbacks } from './skan-postbacks.ts';
import { readState, writeState } from './state.ts';

export interface DemoRequest {
  /** Where the product answers. */
  url: string;
  /** Of the sign-in link that it printed. */
  signInToken: string;
  stateFile: string;
  /** Where its deliveries go. */
  sandbox: Pick<Sandbox, 'receivers' | 'webhooksUrl' | 'toolsUrl'>;
  /** Whose keys the product takes for Apple's. */
  signer: PostbackSigner;
  seed: string;
  people: number;
  days: number;
  terminal: Terminal;
  signal: AbortSignal;
}

export interface Demo {
  product: Product;
  project: Project;
  scenario: Scenario;
}

/** The options of a new scenario, which ends now. */
function newScenarioOptions({ seed, people, days }: DemoRequest): ScenarioOptions {
  const until = new Date();
  return { seed, people, start: firstDate(until, days), until: until.toISOString() };
}

/** Files of rates and spend, as an operator and a marketer would bring them. */
async function sendBills(
  { product, bearer }: Session,
  { project, scenario }: Demo,
  rows: HistoryRows,
): Promise<void> {
  await product.call('POST', '/rates/import', { bearer, body: { csv: ratesFile(scenario) } });
  const body = { project_id: project.projectId, csv: spendFile(scenario, rows) };
  await product.call('POST', '/project/spend/import', { bearer, body });
}

const endpointOf = ({ product, project }: Demo, signal: AbortSignal): Endpoint => ({
  url: product.url,
  token: project.token,
  signal,
});

async function fillPostbacks(
  { product, scenario }: Demo,
  key: string,
  { terminal, signal, signer }: DemoRequest,
): Promise<void> {
  const postbacks = createPostbacks(scenario, signer);
  const progress = createProgress(terminal, { label: 'Postbacks', total: postbacks.length });
  await sendPostbacks({ product, key, signal, progress }, postbacks, signer);
  progress.end();
}

async function fill(session: Session, demo: Demo, request: DemoRequest): Promise<void> {
  const { terminal, signal, sandbox } = request;
  const { product, project, scenario } = demo;
  const firstVisitors = await startFirstVisitors(scenario, endpointOf(demo, signal));
  const rows = createHistory(scenario);
  await sendBills(session, demo, rows);
  const key = await createKey(session, project.projectId);
  const progress = createProgress(terminal, { label: 'History', total: sizeOf(rows) });
  await sendHistory({ product, key, signal, onStored: (count) => progress.add(count) }, rows);
  progress.end();
  await setUpSkan(session, project, scenario);
  await fillPostbacks(demo, key, request);
  await connectTools(session, project, sandbox);
  await connectNetworks(session, project, sandbox);
  await firstVisitors.open();
}

/** The demo that is there; null: it has yet to be made, or to be filled. */
export function findDemo({ url, stateFile, terminal, sandbox }: DemoRequest): Demo | null {
  misbehaveALittle(sandbox);
  const state = readState(stateFile);
  if (!state?.filled) return null;
  terminal.write(`  Found a demo of ${state.people} people since ${state.start}.\n`);
  return { product: createProduct(url), project: state.project, scenario: createScenario(state) };
}

/** Makes a demo with all of its history, or goes on where that was broken off. */
export async function makeDemo(request: DemoRequest): Promise<Demo> {
  const { url, signInToken, stateFile, terminal } = request;
  const product = createProduct(url);
  const session = await signIn(product, signInToken);
  const known = readState(stateFile);
  const scenarioOptions = known ?? newScenarioOptions(request);
  const scenario = createScenario(scenarioOptions);
  if (!known) terminal.write('  Making the demo project, its campaigns and links…\n');
  const project = known?.project ?? (await createProject(session, scenario));
  const state = { ...scenarioOptions, project, filled: false };
  writeState(stateFile, state);
  const demo = { product, project, scenario };
  await fill(session, demo, request);
  writeState(stateFile, { ...state, filled: true });
  return demo;
}

const QUIET_MS = 60_000;

/** Lets people come and go until the signal. */
export async function playDemo(
  demo: Demo,
  { pace, terminal, signal, signer }: Pick<DemoRequest, 'terminal' | 'signal' | 'signer'> & { pace: number },
): Promise<void> {
  let saidAt = 0;
  const onFailure = (error: unknown) => {
    // A server that is away refuses everybody: once is enough.
    if (Date.now() - saidAt < QUIET_MS) return;
    saidAt = Date.now();
    terminal.write(`  Live traffic: ${(error as Error).message}\n`);
  };
  const endpoint = endpointOf(demo, signal);
  await playLive({ scenario: demo.scenario, endpoint, signer, pace, onFailure });
}
