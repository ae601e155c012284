import { AndroidApp, Sha256Fingerprint } from '@trailmark/contract/domains';
import { z } from 'zod';

const OPEN_LINKS = 'delegate_permission/common.handle_all_urls';

const Relation = z
  .string()
  .regex(
    /^delegate_permission\/[\w.]+$/,
    'is not a relation such as delegate_permission/common.handle_all_urls',
  );

const AppTarget = z.strictObject({
  namespace: z.literal('android_app'),
  package_name: AndroidApp.shape.package,
  sha256_cert_fingerprints: z.array(Sha256Fingerprint).min(1, 'has no fingerprint'),
});
const SiteTarget = z.strictObject({
  namespace: z.literal('web'),
  site: z.url({ protocol: /^https?$/, error: 'is not a web address' }),
});

const Statement = z.strictObject({
  relation: z.array(Relation).min(1, 'is empty'),
  target: z.discriminatedUnion('namespace', [AppTarget, SiteTarget], {
    error: 'has a namespace that is neither android_app nor web',
  }),
  /** Rules for single paths, from Android 15 on; what is in them is Android's to judge. */
  relation_extensions: z.record(Relation, z.record(z.string(), z.json())).optional(),
});
type Statement = z.infer<typeof Statement>;

const opensLinks = ({ relation, target }: Statement) =>
  relation.includes(OPEN_LINKS) && target.namespace === 'android_app';

/** Android's assetlinks.json. */
export const AssetLinks = z
  .array(Statement, 'is not a list of statements')
  .refine((all) => all.some(opensLinks), {
    message: `lets no app open links: no statement has ${OPEN_LINKS}`,
  });
export type AssetLinks = z.infer<typeof AssetLinks>;

export function buildAssetLinks(apps: AndroidApp[]): AssetLinks {
  return apps.map((app) => ({
    relation: [OPEN_LINKS],
    target: {
      namespace: 'android_app',
      package_name: app.package,
      sha256_cert_fingerprints: app.sha256_fingerprints,
    },
  }));
}

export function packagesIn(links: AssetLinks): string[] {
  return links.flatMap(({ target }) => (target.namespace === 'android_app' ? [target.package_name] : []));
}
