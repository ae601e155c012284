import type { OutboundRequest, OutboundResponse } from '@trailmark/core/destinations/destination';
import { readAnswer } from '@trailmark/core/destinations/read-answer';
import type { NetworkError } from '@trailmark/core/networks/network-error';
import type { z } from 'zod';
import { blackOut } from '../connections/black-out.ts';
import { createSendRequest } from '../connections/send-request.ts';
import { AppError, badField } from '../platform/app-error.ts';
import type { Kit } from '../platform/kit.ts';
import { secretsOfRequest } from './secrets-of-request.ts';

/** A network as it is asked. */
export interface NetworkApi {
  /** In words. */
  label: string;
  /** null: the answer is no error. */
  readError(response: OutboundResponse): NetworkError | null;
}

/** A page of a report has 10,000 rows at Google, of about 1 kB each. */
const MOST_ANSWER_BYTES = 32_000_000;

/** A network has answered, with an error. */
export class NetworkRefused extends AppError {
  override name = 'NetworkRefused';
  readonly error: NetworkError;
  constructor(label: string, error: NetworkError) {
    super(
      error.meaning === 'busy' ? 'unavailable' : 'conflict',
      error.meaning === 'busy'
        ? `${label} is busy; try again in some minutes. It answered ${error.words}`
        : `${label} refused: ${error.words}`,
    );
    this.error = error;
  }
}

/** Whether somebody has to connect again before the network answers. */
export const isLost = (error: unknown): error is NetworkRefused =>
  error instanceof NetworkRefused && ['bad_token', 'forbidden'].includes(error.error.meaning);

/** Asks a network, and reads an answer of the shape that it documents. */
export async function askNetwork<Schema extends z.ZodType>(
  { env }: Pick<Kit, 'env'>,
  { label, readError }: NetworkApi,
  { request, schema }: { request: OutboundRequest; schema: Schema },
): Promise<z.output<Schema>> {
  const response = await createSendRequest(env, { isTool: true, maxBytes: MOST_ANSWER_BYTES })(request);
  if ('failed' in response) {
    throw new AppError('unavailable', `${label} could not be reached: ${response.failed}.`);
  }
  const error = readError(response);
  if (error) {
    const words = blackOut(error.words, secretsOfRequest(request));
    throw new NetworkRefused(label, { ...error, words });
  }
  const answer = readAnswer(schema, response);
  if (answer === null || response.status >= 300) {
    throw new AppError('unavailable', `${label} answered ${response.status} with something unreadable.`);
  }
  return answer;
}

/** A code can be used once, and only for a moment: what is wrong with it is for the person to mend. */
export async function exchangeCode<Tokens>(
  { label, field }: { label: string; field: string },
  ask: () => Promise<Tokens>,
): Promise<Tokens> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NetworkRefused && error.error.meaning !== 'busy') {
      throw badField(field, `is not accepted by ${label}: ${error.error.words}`);
    }
    throw error;
  }
}
