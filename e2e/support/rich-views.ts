import type { Role } from '@trailmark/contract/permissions';
import { createView } from '@trailmark/contract/saved-views';
import type { SignedInPerson } from './signed-in-people.ts';

/** Views of one's own and of others, on several screens. */
export async function saveViews(
  { admin, member }: Record<Extract<Role, 'admin' | 'member'>, SignedInPerson>,
  project_id: string,
): Promise<void> {
  const columns = ['installs', 'spend', 'cpi', 'roas'];
  const social = { range: 'last_7', sort: 'roas' };
  await admin.call(createView, {
    body: {
      project_id,
      name: 'Paid social this week',
      screen: '/campaigns',
      query: social,
      columns,
      shared: true,
    },
  });
  await member.call(createView, {
    body: {
      project_id,
      name: 'India, day by day',
      screen: '/overview',
      query: { range: 'last_14' },
      shared: true,
    },
  });
  await member.call(createView, {
    body: {
      project_id,
      name: 'Weekly cohorts on Android',
      screen: '/cohorts',
      query: { platforms: 'android' },
    },
  });
}
