import type { CouponNetwork, PostbackTemplate, ProviderProfile } from '@trailmark/contract/coupons';
import { z } from 'zod';
import type { NetworkAccountRow } from '../../networks/network-store.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import type { Secrets } from '../../platform/secrets.ts';

export const JIO_COUPONS = 'JIO_COUPONS';

/** What is sealed with a network. */
const NetworkSecrets = z.object({
  secret: z.string(),
  old_secret: z.string().optional(),
  headers: z.record(z.string(), z.string()),
});
export type NetworkSecrets = z.infer<typeof NetworkSecrets>;

/** null: sealed with a key that is not ours any more. */
export const findSecrets = (
  secrets: Secrets,
  { sealed_credentials: sealed }: Pick<NetworkAccountRow, 'sealed_credentials'>,
): NetworkSecrets | null => NetworkSecrets.safeParse(sealed && secrets.open('networks', sealed)).data ?? null;

export function openSecrets(kit: Kit, row: NetworkAccountRow): NetworkSecrets {
  const found = findSecrets(kit.secrets, row);
  if (!found) {
    throw new AppError(
      'conflict',
      'The secret cannot be read any more, because SECRET_KEY was changed. Create a new one.',
    );
  }
  return found;
}

/** The secrets that a call may be signed with now. */
export function validSecrets(
  secrets: NetworkSecrets,
  { settings }: Pick<NetworkAccountRow, 'settings'>,
  now: Date,
): string[] {
  const until = settings.old_secret_until;
  const isOldValid = secrets.old_secret !== undefined && Boolean(until) && new Date(until ?? 0) > now;
  return isOldValid ? [secrets.secret, secrets.old_secret ?? ''] : [secrets.secret];
}

export const profileOf = ({ settings }: Pick<NetworkAccountRow, 'settings'>): ProviderProfile | null =>
  settings.profile ? (JSON.parse(settings.profile) as ProviderProfile) : null;

export function postbackOf({ settings }: Pick<NetworkAccountRow, 'settings'>): PostbackTemplate | null {
  if (!settings.url) return null;
  return {
    method: settings.method as PostbackTemplate['method'],
    url: settings.url,
    body: settings.body ?? '',
    content_type: settings.content_type as PostbackTemplate['content_type'],
    header_names: JSON.parse(settings.header_names ?? '[]') as string[],
    signed: settings.signed === 'true',
    success_text: settings.success_text ?? null,
  };
}

/** Field by field, so that no secret gets out. */
export const presentNetwork = ({ publicUrl }: Kit, row: NetworkAccountRow): CouponNetwork => ({
  ad_network_id: row.ad_network_id,
  name: row.name,
  network_key: row.external_id,
  endpoint: `${publicUrl}/api/in/coupons/${row.external_id}`,
  provider_profile: profileOf(row),
  secret_hint: row.credential_hints.secret ?? '',
  old_secret_until: row.settings.old_secret_until ?? null,
  postback: postbackOf(row),
  created_at: row.imported_at.toISOString(),
});
