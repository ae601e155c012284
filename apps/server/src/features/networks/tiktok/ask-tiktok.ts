import type { OutboundRequest } from '@trailmark/core/destinations/destination';
import { readAnswer } from '@trailmark/core/destinations/read-answer';
import type { TiktokApp } from '@trailmark/core/networks/tiktok/tiktok-auth';
import { readTiktokError, type TiktokError } from '@trailmark/core/networks/tiktok/tiktok-error';
import { z } from 'zod';
import { createSendRequest } from '../../../connections/send-request.ts';
import { findSettings } from '../../../networks/network-store.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';

export const TIKTOK = 'TIKTOK' as const;

/** TikTok has answered, with an error. */
export class TiktokRefused extends AppError {
  override name = 'TiktokRefused';
  readonly error: TiktokError;
  constructor(error: TiktokError) {
    super(
      error.meaning === 'busy' ? 'unavailable' : 'conflict',
      error.meaning === 'busy'
        ? `TikTok is busy; try again in some minutes. It answered ${error.words}`
        : `TikTok refused: ${error.words}`,
    );
    this.error = error;
  }
}

const Envelope = z.object({ code: z.int(), data: z.unknown() });

/** Asks TikTok, and reads the data of an answer of the shape that it documents. */
export async function askTiktok<Schema extends z.ZodType>(
  { env }: Pick<Kit, 'env'>,
  request: OutboundRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await createSendRequest(env, { isTool: true })(request);
  if ('failed' in response) {
    throw new AppError('unavailable', `TikTok could not be reached: ${response.failed}.`);
  }
  const error = readTiktokError(response);
  if (error) throw new TiktokRefused(error);
  const answer = schema.safeParse(readAnswer(Envelope, response)?.data);
  if (!answer.success || response.status >= 300) {
    throw new AppError(
      'unavailable',
      `TikTok answered ${response.status} with something that is not an answer.`,
    );
  }
  return answer.data;
}

/** The advertiser's own app; without it nobody can connect. */
export async function getApp({ db, env, secrets }: Kit, projectId: string): Promise<TiktokApp> {
  const row = await findSettings(db, { projectId, kind: TIKTOK });
  if (!row) {
    throw new AppError('conflict', 'Enter the app id and the app secret of your app at TikTok first.');
  }
  const appSecret = secrets.open('networks', row.sealed_secrets);
  if (typeof appSecret !== 'string') {
    throw new AppError('conflict', 'The app secret cannot be read any more. Enter it again.');
  }
  return { version: env.networkVersions.tiktok, appId: row.settings.app_id ?? '', appSecret };
}
