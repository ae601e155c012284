import type { SdkCredential } from '@trailmark/contract/sdk-credentials';
import type { StorePlatform } from '@trailmark/contract/store-listings';
import type { CredentialRow } from './sdk-store.ts';

export function presentCredential(row: CredentialRow): SdkCredential {
  return {
    id: row.id,
    active: row.active,
    key_id: row.key_id,
    hint: row.hint,
    platform: row.platform as StorePlatform,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
