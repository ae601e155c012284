import type { PrivateKey } from '@trailmark/contract/keys';
import type { KeyRow } from './store.ts';

export function presentKey(row: KeyRow): PrivateKey {
  return {
    id: row.id,
    hint: row.hint,
    created_by: row.created_by ?? '',
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
