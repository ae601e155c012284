import type { ImportedToken, PrivateKey } from '@trailmark/contract/keys';
import type { SdkCredential } from '@trailmark/contract/sdk-credentials';
import type { StorePlatform } from '@trailmark/contract/store-listings';
import type { CredentialRow, ImportedTokenRow, KeyRow } from './store.ts';

export function presentKey(row: KeyRow): PrivateKey {
  return {
    id: row.id,
    hint: row.hint,
    created_by: row.created_by ?? '',
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

export function presentToken(row: ImportedTokenRow): ImportedToken {
  return { token: row.token, created_at: row.created_at.toISOString() };
}

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
