import { type RawBuilder, sql } from 'kysely';

/** One link, or those with an ad set or a creative; an empty name means those without. */
export interface OfLinks {
  link_id?: string | undefined;
  ad_set?: string | undefined;
  creative?: string | undefined;
}

/** What stands under no link has no names either. */
function isNamed(projectId: string, column: 'ad_set' | 'creative', name: string): RawBuilder<boolean> {
  const named = sql.ref(`l.${column}`);
  const links = (condition: RawBuilder<unknown>) =>
    sql`(select l.id from links l where l.project_id = ${projectId} and ${condition})`;
  return name === ''
    ? sql<boolean>`r.link_id not in ${links(sql`${named} <> ''`)}`
    : sql<boolean>`r.link_id in ${links(sql`${named} = ${name}`)}`;
}

/** The condition on a row `r`. */
export function isOfLinks(projectId: string, { link_id, ad_set, creative }: OfLinks): RawBuilder<boolean> {
  const parts = [
    sql`true`,
    ...(link_id === undefined ? [] : [sql`r.link_id = ${link_id}::uuid`]),
    ...(ad_set === undefined ? [] : [isNamed(projectId, 'ad_set', ad_set)]),
    ...(creative === undefined ? [] : [isNamed(projectId, 'creative', creative)]),
  ];
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}
