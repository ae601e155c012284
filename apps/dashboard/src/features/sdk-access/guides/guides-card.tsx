import { useQuery } from '@tanstack/react-query';
import {
  fillGuide,
  GUIDES,
  type GuideSlug,
  type GuideValues,
  guidesFor,
  NO_HOST_TOKEN,
} from '@trailmark/contract/guides';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { choiceParam } from '../../../address/address-params.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { useProject } from '../../../project/current-project.tsx';
import { Card, CardFooter, CardHeader } from '../../../ui/card.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { parseMarkdown, sectionsOf } from '../../../ui/markdown/parse-markdown.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { guideQuery } from './guide-text.ts';
import { type ProjectGuideValues, useGuideValues } from './guide-values.ts';
import { HostChoice } from './host-choice.tsx';
import { useHostChoice } from './use-host-choice.ts';

const SLUGS = GUIDES.map(({ slug }) => slug);
const GUIDE_VIEW = { guide: choiceParam<GuideSlug>('guide', SLUGS) };

/** How to put the SDK in, with the values of this project in every example. */
export function GuidesCard() {
  const { platform } = useProject();
  const guides = guidesFor(platform);
  const [{ guide }, change] = useAddressState(GUIDE_VIEW, { guide: guides[0]?.slug ?? 'web' });
  const { values, failed } = useGuideValues();
  // The card of the token, which is read with the same call, says what went wrong.
  if (failed) return null;
  return (
    <Card aria-busy={values === null}>
      <CardHeader
        title="Set it up"
        description="The token, the address and the domain of this project are filled in: copy and paste."
        className="pb-3"
      />
      <div className="overflow-x-auto px-4 pb-3 [scrollbar-width:none]">
        <Segmented
          aria-label="Guide"
          options={guides.map(({ slug, title }) => ({ value: slug, label: title }))}
          value={guide}
          onValueChange={(next) => change({ guide: next })}
        />
      </div>
      <div className="border-t border-line">
        {guide === 'web' ? (
          <WebGuide values={values} onOpen={(next) => change({ guide: next })} />
        ) : (
          <Guide
            key={guide}
            slug={guide}
            values={values && { ...values, host_token: NO_HOST_TOKEN }}
            onOpen={(next) => change({ guide: next })}
          />
        )}
      </div>
      <CardFooter>
        <p>
          The same as Markdown:{' '}
          <a href={`/guides/${guide}.md`} target="_blank" rel="noreferrer" className="link">
            {guide}.md
          </a>
          , and for language models{' '}
          <a href="/llms.txt" target="_blank" rel="noreferrer" className="link">
            llms.txt
          </a>
          .
        </p>
        <a href="/api/docs" target="_blank" rel="noreferrer" className="link">
          API reference
        </a>
      </CardFooter>
    </Card>
  );
}

interface GuideProps {
  slug: GuideSlug;
  values: GuideValues | null;
  onOpen: (slug: GuideSlug) => void;
  /** Between the introduction and the first section. */
  choice?: ReactNode;
}

/** Each host has a token of its own: the guide has that of the host that is chosen. */
function WebGuide({ values, onOpen }: { values: ProjectGuideValues | null; onOpen: GuideProps['onOpen'] }) {
  const hosts = useHostChoice();
  const isReady = values !== null && !hosts.query.isPending;
  return (
    <Guide
      slug="web"
      values={isReady ? { ...values, host_token: hosts.chosen?.token ?? NO_HOST_TOKEN } : null}
      onOpen={onOpen}
      choice={<HostChoice {...hosts} />}
    />
  );
}

function Guide({ slug, values, onOpen, choice }: GuideProps) {
  const text = useQuery(guideQuery(slug));
  if (text.isLoadingError) return <LoadFailed what="the guide" query={text} />;
  if (!text.data || values === null) return <GuideLoading />;
  const { intro, sections } = sectionsOf(parseMarkdown(fillGuide(text.data, values)));
  const title = GUIDES.find((guide) => guide.slug === slug)?.title ?? slug;
  const link = (href: string, words: string) => guideLink({ href, words, onOpen });
  return (
    <div data-guide={slug}>
      <div className="px-4 py-4">
        <Markdown title={title} blocks={intro} link={link} />
        {choice}
      </div>
      {sections.map((section, at) => (
        <details key={section.title} open={at === 0} className="group border-t border-line">
          <summary className="flex cursor-pointer items-center gap-2 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
            <ChevronRight
              aria-hidden
              className="size-4 shrink-0 text-text-3 transition-transform group-open:rotate-90 motion-reduce:transition-none"
            />
            <h3 className="font-medium">{section.title}</h3>
          </summary>
          <div className="px-4 pt-1 pb-5 sm:pl-10">
            <Markdown title={section.title} blocks={section.blocks} link={link} />
          </div>
        </details>
      ))}
    </div>
  );
}

/** A link to another guide opens it here. */
function guideLink({ href, words, onOpen }: { href: string; words: string; onOpen: GuideProps['onOpen'] }) {
  const other = SLUGS.find((slug) => href === `${slug}.md`);
  if (other === undefined) return null;
  return (
    <button type="button" className="link" onClick={() => onOpen(other)}>
      {words}
    </button>
  );
}

function GuideLoading() {
  return (
    <div className="grid gap-3 p-4">
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-40 rounded-md" />
      <Skeleton className="h-5 w-1/3" />
      <Skeleton className="h-40 rounded-md" />
    </div>
  );
}
