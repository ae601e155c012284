import { ROLE_SUMMARY, type Role } from '@trailmark/contract/permissions';
import type { SelectOption } from '../../ui/select.tsx';

/** Roles as choices, each with what it is for. */
export function roleOptions(roles: readonly Role[]): SelectOption<Role>[] {
  return roles.map((role) => ({
    value: role,
    label: role.charAt(0).toUpperCase() + role.slice(1),
    hint: ROLE_SUMMARY[role],
  }));
}
