import { useInfiniteQuery } from '@tanstack/react-query';
import { eventWords, isOwnEvent } from '@trailmark/contract/event-words';
import type { JourneyStep } from '@trailmark/contract/people';
import { capital } from '@trailmark/contract/project-words';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { LoadMore } from '../../failures/load-more.tsx';
import { useProject } from '../../project/current-project.tsx';
import { EventDeliveries } from '../../project/event-deliveries.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { zoneLabel } from '../../project/zone-label.ts';
import { networkWords } from '../../report/dimension-words.ts';
import { fullValue } from '../../report/format-value.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { kindWords, viewedName } from '../../words/event-words.ts';
import { formatInstant } from '../../words/format-instant.ts';
import { statementWords } from './consent-words.ts';
import { journeyQuery } from './people-query.ts';

/** What this install saw and did, the newest first; each row opens what was sent. */
export function JourneyCard({ installId }: { installId: string }) {
  const { project_id, timezone } = useProject();
  const words = useProjectWords();
  const journey = useInfiniteQuery(journeyQuery(project_id, installId));
  const steps = journey.data?.pages.flatMap((page) => page.items) ?? null;
  return (
    <Card aria-busy={journey.isFetching}>
      <CardHeader
        title="The journey"
        description={`Credited touches, ${words.opens}, events, payments and consent of this ${words.install}, newest first.`}
        className="pb-3"
      />
      {journey.isLoadingError && <LoadFailed what="the journey" query={journey} />}
      {steps?.length === 0 && (
        <EmptyState
          title="Nothing happened yet"
          text={`${capital(words.opens)}, events and payments will be listed here.`}
        />
      )}
      {!journey.isLoadingError && steps?.length !== 0 && (
        <Table label="The journey" scrollerClassName="@container">
          <TableHead>
            <TableRow>
              <TableHeaderCell className="w-56">
                When <span className="font-normal">({zoneLabel(timezone, new Date())})</span>
              </TableHeaderCell>
              <TableHeaderCell>What</TableHeaderCell>
              <TableHeaderCell>Campaign</TableHeaderCell>
              <TableHeaderCell numeric>Amount</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {steps === null && <SkeletonRows rows={6} columns={4} />}
            {steps?.map((step) => (
              <Step key={step.id} step={step} />
            ))}
          </TableBody>
        </Table>
      )}
      <LoadMore what="earlier steps" query={journey} />
    </Card>
  );
}

function Step({ step }: { step: JourneyStep }) {
  const { timezone } = useProject();
  const words = useProjectWords();
  const [open, setOpen] = useState(false);
  const { kind, name, money } = step;
  const detail = kind === 'consent' ? statementWords(step.data) : viewedName(kind, step.data);
  return (
    <>
      <TableRow>
        <TableCell className="num text-text-2">
          <time dateTime={step.at}>{formatInstant(step.at, timezone, true)}</time>
        </TableCell>
        <TableCell className="max-w-80 min-w-44">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="-mx-1 flex max-w-full items-center gap-1.5 rounded-xs px-1 hover:text-accent"
          >
            <ChevronRight
              aria-hidden
              className={cn('size-3.5 shrink-0 text-text-3 transition-transform', open && 'rotate-90')}
            />
            {kind !== 'consent' && !isOwnEvent(name) && (
              <span className="text-text-2">{kindWords(kind, words)}</span>
            )}
            <span className="truncate font-medium">{eventWords(name, words)}</span>
            {detail && <span className="truncate text-text-2">{detail}</span>}
          </button>
        </TableCell>
        <TableCell className="max-w-64 truncate text-text-2">
          {step.campaign_name ?? (step.network ? networkWords(step.network) : '–')}
        </TableCell>
        <TableCell numeric>
          {money && fullValue({ unit: 'money' }, money.amount, { currency: money.currency })}
        </TableCell>
      </TableRow>
      {open && (
        <TableRow>
          <TableCell colSpan={4} className="whitespace-normal">
            {/* As wide as what is seen of the table, which scrolls on a phone. */}
            <div className="sticky left-4 grid w-[calc(100cqw-32px)] grid-cols-[minmax(0,1fr)] gap-3 py-2">
              {step.install_id && kind !== 'consent' && (
                <EventDeliveries
                  event={{ id: step.id, kind: step.kind, at: step.at, installId: step.install_id }}
                />
              )}
              <CodeBlock label={name} code={JSON.stringify(step, null, 2)} />
            </div>
          </TableCell>
        </TableRow>
      )}
    </>
  );
}
