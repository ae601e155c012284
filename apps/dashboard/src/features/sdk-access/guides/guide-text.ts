import { queryOptions } from '@tanstack/react-query';
import type { GuideSlug } from '@trailmark/contract/guides';

/** The documents themselves, each in a file of its own that is loaded when it is opened. */
const TEXTS = import.meta.glob<string>('../../../../../../docs/guides/*.md', {
  query: '?raw',
  import: 'default',
});

async function loadGuide(slug: GuideSlug): Promise<string> {
  const [, load] = Object.entries(TEXTS).find(([path]) => path.endsWith(`/${slug}.md`)) ?? [];
  if (!load) throw new Error(`There is no guide ${slug}.`);
  return await load();
}

export function guideQuery(slug: GuideSlug) {
  return queryOptions({
    queryKey: ['guide', slug],
    queryFn: () => loadGuide(slug),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
