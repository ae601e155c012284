import type { Membership } from './caller.ts';
import { campaignScope, isInScope } from './campaign-scope.ts';

interface View {
  owner_id: string;
  shared: boolean;
  query: unknown;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** A saved view exists for its owner and, once shared, for members; not for guests if it names campaigns hidden from them. */
export function viewExistsFor(
  view: View,
  { userId, membership }: { userId: string; membership: Membership },
): boolean {
  if (view.owner_id === userId) return true;
  const scope = campaignScope(membership);
  const ids = JSON.stringify(view.query).match(UUID) ?? [];
  return view.shared && ids.every((id) => isInScope(scope, id.toLowerCase()));
}
