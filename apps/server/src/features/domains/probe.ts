import type { DomainFindings } from '@trailmark/contract/domains';
import { AnswerTooLarge } from '../../platform/exchange-text.ts';
import type { Kit } from '../../platform/kit.ts';
import { fetchUntrusted, readText } from '../../platform/outbound.ts';
import { isProof } from './proof.ts';
import { PROOF_PATH } from './well-known-paths.ts';

const TIMEOUT_MS = 5000;
const MAX_BODY = 2000;

interface Target {
  host: string;
  addresses: string[];
}

/** The body of a plain answer; null for a redirect or an error. */
async function fetchProof({ env }: Pick<Kit, 'env'>, { host, addresses }: Target): Promise<string | null> {
  const { secure, port } = env.linkProbe;
  const answer = await fetchUntrusted(env, `${secure ? 'https' : 'http'}://${host}:${port}${PROOF_PATH}`, {
    headers: { accept: 'application/json', 'user-agent': 'Trailmark domain check' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BODY,
    // Those that were looked up with the records of the domain.
    addressesOf: async () => addresses,
  });
  if (answer.status === 200) return await readText(answer);
  answer.body.destroy();
  return null;
}

/** Asks the domain who it is. What it says is compared and never shown to anybody. */
export async function probe(
  kit: Pick<Kit, 'env' | 'secrets'>,
  target: Target,
): Promise<DomainFindings['https']> {
  try {
    const body = await fetchProof(kit, target);
    return body !== null && isProof(kit.secrets, target.host, body) ? 'ours' : 'someone_else';
  } catch (error) {
    if (error instanceof AnswerTooLarge) return 'someone_else';
    // No connection, no certificate, no answer in time: for the owner of the domain it is one thing.
    return 'no_answer';
  }
}
