import type { ImportedToken, PrivateKey } from '@trailmark/contract/keys';
import type { ImportedTokenRow, KeyRow } from './store.ts';

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
