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

export const FILTERS: Record<CampaignFilter | 'none', RawBuilder<unknown>> = {
  none: sql`c.archived_at is null`,
  ALL: sql`true`,
  ACTIVE: sql`c.archived_at is null and c.active`,
  INACTIVE: sql`c.archived_at is null and not c.active`,
  ARCHIVED: sql`c.archived_at is not null`,
};

export const allOf = (parts: readonly unknown[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    parts.filter((part) => part !== null && typeof part === 'object'),
    sql` and `,
  )})`;

/** What holds of a campaign `c`, whatever its state, its name and its tags. */
export function ofCampaign({ projectId, scope, campaigns, networks, network }: CampaignSelection) {
  return [
    sql`c.project_id = ${projectId}`,
    scope.all ? null : sql`c.id = any(${scope.campaigns}::uuid[])`,
    campaigns && sql`c.id = any(${campaigns}::uuid[])`,
    networks && sql`c.network = any(${networks}::text[])`,
    network && sql`c.network = ${network}`,
  ];
}

/** Whether one of these columns, or a tag of the same row, has the text in it. */
export function isFound(search: string, columns: readonly string[], tags: string): RawBuilder<unknown> {
  const like = contains(search);
  return sql.join(
    [
      ...columns.map((column) => sql`${sql.ref(column)} ilike ${like}`),
      sql`exists (select from unnest(${sql.ref(tags)}) as t (tag) where t.tag ilike ${like})`,
    ],
    sql` or `,
  );
}

export const isFoundCampaign = (search: string) => isFound(search, ['c.name', 'c.display_id'], 'c.tags');

/** The condition on a campaign `c`. */
export function matching(selection: CampaignSelection): RawBuilder<boolean> {
  const { filter, tag, search } = selection;
  return allOf([
    ...ofCampaign(selection),
    FILTERS[filter ?? 'none'],
    tag && sql`${tag} = any(c.tags)`,
    search && sql`(${isFoundCampaign(search)})`,
  ]);
}

/** Whether only some campaigns are selected by what they are, so that organic rows are not meant. */
export function isChoosy({ filter, search, network, tag }: CampaignSelection): boolean {
  return Boolean((filter && filter !== 'ALL') || search || network || tag);
}

/** Whether most of the project's campaigns are selected. */
export function isMeaningMost({ filter, search, network, tag }: CampaignSelection): boolean {
  return !search && !network && !tag && filter !== 'INACTIVE' && filter !== 'ARCHIVED';
}
