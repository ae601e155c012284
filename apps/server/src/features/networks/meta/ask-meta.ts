import type { OutboundRequest } from '@trailmark/core/destinations/destination';
import { readAnswer } from '@trailmark/core/destinations/read-answer';
import type { MetaApp } from '@trailmark/core/networks/meta/meta-auth';
import { type MetaError, readMetaError } from '@trailmark/core/networks/meta/meta-error';
import type { z } from 'zod';
import { createSendRequest } from '../../../connections/send-request.ts';
import { findSettings } from '../../../networks/network-store.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';

export const META = 'META' as const;

/** Meta has answered, with an error. */
export class MetaRefused extends AppError {
  override name = 'MetaRefused';
  readonly error: MetaError;
  constructor(error: MetaError) {
    super(
      error.meaning === 'busy' ? 'unavailable' : 'conflict',
      error.meaning === 'busy'
        ? `Meta is busy; try again in some minutes. It answered ${error.words}`
        : `Meta refused: ${error.words}`,
    );
    this.error = error;
  }
}

/** Asks Meta, and reads an answer of the shape that it documents. */
export async function askMeta<Schema extends z.ZodType>(
  { env }: Pick<Kit, 'env'>,
  request: OutboundRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await createSendRequest(env, { isTool: true })(request);
  if ('failed' in response) {
    throw new AppError('unavailable', `Meta could not be reached: ${response.failed}.`);
  }
  const error = readMetaError(response);
  if (error) throw new MetaRefused(error);
  const answer = readAnswer(schema, response);
  if (answer === null || response.status >= 300) {
    throw new AppError(
      'unavailable',
      `Meta answered ${response.status} with something that is not an answer.`,
    );
  }
  return answer;
}

/** The advertiser's own app; without it nobody can connect. */
export async function getApp({ db, env, secrets }: Kit, projectId: string): Promise<MetaApp> {
  const row = await findSettings(db, { projectId, kind: META });
  if (!row) throw new AppError('conflict', 'Enter the app id and the app secret of your app at Meta first.');
  const appSecret = secrets.open('networks', row.sealed_secrets);
  if (typeof appSecret !== 'string') {
    throw new AppError('conflict', 'The app secret cannot be read any more. Enter it again.');
  }
  return { version: env.networkVersions.meta, appId: row.settings.app_id ?? '', appSecret };
}
