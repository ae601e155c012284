import { may, type Role } from '@trailmark/contract/permissions';
import type { CampaignMember } from '@trailmark/contract/sharing';
import type { CampaignMemberRow } from './store.ts';

export function presentCampaignMember(row: CampaignMemberRow): CampaignMember {
  const role = row.role as Role;
  return {
    user_id: row.user_id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    role,
    access: row.access ?? (may(role, 'campaigns.edit') ? 'edit' : 'see'),
    shared: row.access !== null,
    shared_at: row.shared_at?.toISOString() ?? null,
  };
}
