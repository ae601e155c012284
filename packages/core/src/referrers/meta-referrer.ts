import { createDecipheriv } from 'node:crypto';
import type { MetaCipher } from './play-referrer.ts';

const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** What Meta says about the ad, in the words of its Ads Manager. */
export interface MetaReferrer {
  accountId: string | null;
  campaignId: string | null;
  campaignName: string | null;
  adSetId: string | null;
  adSetName: string | null;
  adId: string | null;
  adName: string | null;
  objective: string | null;
  /** facebook, instagram, …; only some payloads say it. */
  publisherPlatform: string | null;
  platformPosition: string | null;
}

/**
 * Opens Meta's encrypted referrer with the app's Install Referrer Decryption Key; null when it was not sealed
 * with that key or is damaged. https://developers.facebook.com/docs/app-ads/install-referrer
 */
export function decryptMetaReferrer(cipher: MetaCipher, keyHex: string): MetaReferrer | null {
  const key = bytes(keyHex);
  const nonce = bytes(cipher.nonce);
  const data = bytes(cipher.data);
  if (key?.length !== 32 || nonce?.length !== NONCE_BYTES || !data || data.length <= TAG_BYTES) return null;
  const plain = open(key, nonce, data);
  return plain === null ? null : readPayload(plain);
}

function open(key: Buffer, nonce: Buffer, data: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(data.subarray(-TAG_BYTES));
  try {
    return decipher.update(data.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

// Meta keeps its older names here: `campaign_group` is the campaign, `campaign` the ad set, `adgroup` the ad.
function readPayload(plain: string): MetaReferrer | null {
  const payload = readJson(plain);
  if (payload === null) return null;
  return {
    accountId: text(payload.account_id),
    campaignId: text(payload.campaign_group_id),
    campaignName: text(payload.campaign_group_name),
    adSetId: text(payload.campaign_id),
    adSetName: text(payload.campaign_name),
    adId: text(payload.adgroup_id) ?? text(payload.ad_id),
    adName: text(payload.adgroup_name),
    objective: text(payload.ad_objective_name),
    publisherPlatform: text(payload.publisher_platform),
    platformPosition: text(payload.platform_position),
  };
}

function readJson(plain: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(plain);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  return value.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '') || null;
}

function bytes(hex: string): Buffer | null {
  return /^(?:[0-9a-f]{2})+$/i.test(hex) ? Buffer.from(hex, 'hex') : null;
}
