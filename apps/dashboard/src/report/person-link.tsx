import { Link } from '@tanstack/react-router';
import type { RawRow } from '@trailmark/contract/rows';

type Whose = Pick<RawRow, 'install_id' | 'user_id'>;

/** Leads to the install, or to the person where the device is not known; "–" where there is neither. */
export function PersonLink({ install_id, user_id }: Whose) {
  const shown = user_id ?? install_id;
  if (shown === null) return <span className="text-text-3">–</span>;
  return (
    <Link
      to="/users/$id"
      params={{ id: install_id === null ? `u:${user_id}` : `i:${install_id}` }}
      className="link mono block max-w-40 truncate"
      title={shown}
    >
      {shown}
    </Link>
  );
}
