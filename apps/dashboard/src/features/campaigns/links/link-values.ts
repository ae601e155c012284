import { zodResolver } from '@hookform/resolvers/zod';
import { type Link, LinkForm } from '@trailmark/contract/links';
import { z } from 'zod';
import { fromZonedInput, toZonedInput } from '../../../words/zoned-time.ts';

export interface LinkValues {
  name: string;
  ad_set: string;
  creative: string;
  /** Only a new link takes one. */
  slug: string;
  /** In the project's own time. */
  expires_at: string;
}

export type FilledLink = z.output<typeof LinkForm>;

export function linkValues(link: Link | undefined, timezone: string): LinkValues {
  return {
    name: link?.name ?? '',
    ad_set: link?.ad_set ?? '',
    creative: link?.creative ?? '',
    slug: '',
    expires_at: toZonedInput(link?.expires_at ?? null, timezone),
  };
}

export function linkResolver(timezone: string) {
  const typed = z.custom<LinkValues>();
  const completed = typed.transform(
    (values): z.input<typeof LinkForm> => ({
      ...values,
      expires_at: fromZonedInput(values.expires_at, timezone),
    }),
  );
  return zodResolver(completed.pipe(LinkForm));
}
