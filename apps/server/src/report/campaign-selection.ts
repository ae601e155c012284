import type { CampaignGroup } from '@trailmark/contract/campaign-report';
import type { CampaignFilter } from '@trailmark/contract/campaigns';
import { type RawBuilder, sql } from 'kysely';
import type { CampaignScope } from '../access/campaign-scope.ts';

/** Which campaigns are selected. */
export interface CampaignSelection {
  projectId: string;
  scope: CampaignScope;
  filter?: CampaignFilter | undefined;
  search?: string | undefined;
  network?: string | undefined;
  tag?: string | undefined;
  networks?: readonly string[] | undefined;
  campaigns?: readonly string[] | undefined;
}

function contains(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}

const FILTERS: Record<CampaignFilter | 'none', RawBuilder<unknown>> = {
  none: sql`c.archived_at is null`,
  ALL: sql`true`,
  ACTIVE: sql`c.archived_at is null and c.active`,
  INACTIVE: sql`c.archived_at is null and not c.active`,
  ARCHIVED: sql`c.archived_at is not null`,
};

/** The condition on a campaign `c`. */
export function matching(selection: CampaignSelection): RawBuilder<boolean> {
  const { scope, campaigns, networks, network, tag, search } = selection;
  const like = contains(search ?? '');
  const parts = [
    sql`c.project_id = ${selection.projectId}`,
    FILTERS[selection.filter ?? 'none'],
    scope.all ? null : sql`c.id = any(${scope.campaigns}::uuid[])`,
    campaigns && sql`c.id = any(${campaigns}::uuid[])`,
    networks && sql`c.network = any(${networks}::text[])`,
    network && sql`c.network = ${network}`,
    tag && sql`${tag} = any(c.tags)`,
    search &&
      sql`(c.name ilike ${like} or c.display_id ilike ${like}
        or exists (select from unnest(c.tags) as t (tag) where t.tag ilike ${like}))`,
  ];
  return sql<boolean>`(${sql.join(
    parts.filter((part) => part !== null && typeof part === 'object'),
    sql` and `,
  )})`;
}

/** Whether only some campaigns are selected by what they are, so that organic rows are not meant. */
function isChoosy({ filter, search, network, tag }: CampaignSelection): boolean {
  return Boolean((filter && filter !== 'ALL') || search || network || tag);
}

/** Whether most of the project's campaigns are selected. */
export function isMeaningMost({ filter, search, network, tag }: CampaignSelection): boolean {
  return !search && !network && !tag && filter !== 'INACTIVE' && filter !== 'ARCHIVED';
}

/** Rows of links are of selected campaigns; others are of everything, unless some campaigns are selected. */
export function withinOf(
  group: CampaignGroup,
  selection: CampaignSelection,
): RawBuilder<unknown> | undefined {
  const isOfCampaigns = !['network', 'country', 'platform'].includes(group);
  if (!isOfCampaigns && !isChoosy(selection)) return undefined;
  return sql`select c.id from campaigns c where ${matching(selection)}`;
}
