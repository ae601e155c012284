import { z } from 'zod';
import { Tags } from './campaigns.ts';
import { Instant, ProjectId, text } from './fields.ts';
import { inProject, route } from './route.ts';

/** What a link names beside its campaign. The same name is the same ad part in all campaigns of a project. */
export const AdPartKind = z.enum(['ad_set', 'creative'], { error: 'is not ad_set or creative' });
export type AdPartKind = z.infer<typeof AdPartKind>;

export const updateAdPart = route({
  method: 'PUT',
  path: '/project/ad-part',
  tag: 'Campaigns',
  summary:
    'Tag, archive or restore an ad set or a creative, in all campaigns; archiving pauses its links, restoring resumes those',
  access: inProject('campaigns.edit'),
  body: z
    .object({
      project_id: ProjectId,
      kind: AdPartKind,
      name: text(120),
      /** As a whole; left out, they stay as they are. */
      tags: Tags.optional(),
      archived: z.boolean().optional(),
    })
    .refine(({ tags, archived }) => tags !== undefined || archived !== undefined, {
      path: ['tags'],
      message: 'is required, or archived is',
    }),
  response: z.object({
    kind: AdPartKind,
    name: z.string(),
    tags: z.array(z.string()),
    archived_at: Instant.nullable(),
    /** How many links this has paused or resumed. */
    switched_links: z.number(),
  }),
});
