import type { IosApp } from '@trailmark/contract/domains';
import { z } from 'zod';

const AppId = z
  .string()
  .regex(/^[A-Z0-9]{10}\.[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/, 'is not TEAMID.bundle.id');
const AppIds = z.array(AppId).min(1, 'names no app');
const Pattern = z.string().min(1, 'is empty');

const Defaults = { caseSensitive: z.boolean().optional(), percentEncoded: z.boolean().optional() };

const Component = z
  .strictObject({
    '/': Pattern.optional(),
    '?': z
      .union([Pattern, z.record(z.string(), Pattern)], 'is neither a pattern nor patterns by name')
      .optional(),
    '#': Pattern.optional(),
    exclude: z.boolean().optional(),
    comment: z.string().optional(),
    ...Defaults,
  })
  .refine((one) => one['/'] ?? one['?'] ?? one['#'], { message: 'has none of "/", "?" and "#"' });

const Detail = z
  .strictObject({
    appID: AppId.optional(),
    appIDs: AppIds.optional(),
    components: z.array(Component).min(1, 'is empty').optional(),
    paths: z
      .array(z.string().regex(/^(?:NOT\s+)?[/*]\S*$/, 'is not a path'))
      .min(1, 'is empty')
      .optional(),
    defaults: z.strictObject(Defaults).optional(),
  })
  .refine((one) => one.appID ?? one.appIDs, { message: 'has neither appIDs nor appID' })
  .refine((one) => one.components ?? one.paths, { message: 'has neither components nor paths' });

const Apps = z.strictObject({ apps: z.array(AppId) });

/** Apple's apple-app-site-association, in its present form and the one before. */
export const AppSiteAssociation = z.strictObject({
  applinks: z.strictObject({
    apps: z.array(z.never('must stay empty: apps are named in details')).optional(),
    details: z.array(Detail).min(1, 'is empty'),
    defaults: z.strictObject(Defaults).optional(),
    substitutionVariables: z.record(z.string(), z.array(z.string())).optional(),
  }),
  webcredentials: Apps.optional(),
  appclips: Apps.optional(),
  activitycontinuation: Apps.optional(),
});
export type AppSiteAssociation = z.infer<typeof AppSiteAssociation>;

function componentOf(path: string): z.infer<typeof Component> {
  const excluded = /^NOT\s+(.*)$/.exec(path)?.[1];
  return excluded ? { '/': excluded, exclude: true } : { '/': path };
}

/** The file for the apps of the form; without paths an app opens every link. */
export function buildAppSiteAssociation(apps: IosApp[]): AppSiteAssociation {
  const details = apps.map(({ team_id, bundle_id, paths }) => ({
    appIDs: [`${team_id}.${bundle_id}`],
    components: (paths?.length ? paths : ['*']).map(componentOf),
  }));
  return { applinks: { details } };
}

export function appsIn({ applinks }: AppSiteAssociation): string[] {
  return applinks.details.flatMap(({ appID, appIDs }) => [...(appIDs ?? []), ...(appID ? [appID] : [])]);
}
