import type { PostbackSigner } from '../apple/postback-signer.ts';
import { ratesFile } from './bills.ts';
import { createHistory } from './history.ts';
import { createProgress, type Terminal } from './progress.ts';
import type { Scenario } from './scenario.ts';
import { sendHistory, sizeOf } from './send-history.ts';
import { postbackCalls } from './send-postbacks.ts';
import { createKey, createProject, type Project, type Session } from './set-up.ts';
import { setUpSkan } from './set-up-skan.ts';
import { createPostbacks } from './skan-postbacks.ts';
import { createWire } from './wire.ts';

interface FillRequest {
  signer: PostbackSigner;
  terminal: Terminal;
  signal: AbortSignal;
}

/** Creates the project of a scenario, and sends everything that happened in it, each call at its time. */
export async function fillHistory(
  session: Session,
  scenario: Scenario,
  { signer, terminal, signal }: FillRequest,
): Promise<Project> {
  const { product, bearer } = session;
  terminal.write('  Making the demo project, its campaigns and links…\n');
  await product.call('POST', '/rates/import', { bearer, body: { csv: ratesFile(scenario) } });
  const project = await createProject(session, scenario);
  await setUpSkan(session, project, scenario);
  const key = await createKey(session, project.projectId);
  const endpoint = { wire: createWire(product.url, signal), token: project.token, signal };
  const rows = createHistory(scenario);
  const postbacks = postbackCalls(endpoint, createPostbacks(scenario, signer), {
    signer,
    until: scenario.until,
  });
  const total = sizeOf(rows) + postbacks.length;
  const progress = createProgress(terminal, { label: 'History', total });
  const onSent = (calls: number) => progress.add(calls);
  await sendHistory({ product, endpoint, key, onSent }, rows, postbacks);
  progress.end();
  return project;
}
