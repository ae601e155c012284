import { PERMISSIONS } from '@trailmark/contract/permissions';
import { listInWords } from '../../../words/list-in-words.ts';

/** In place of what only some roles may do. */
export function NeedsAdmin() {
  const roles = listInWords(PERMISSIONS['connections.edit'].roles, 'or');
  return <span className="text-sm text-text-3">Needs an {roles}</span>;
}
