import { eventWords } from '@trailmark/contract/event-words';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { zoneLabel } from '../../project/zone-label.ts';
import { useFilterWords } from '../../report/use-filter-words.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Sheet, SheetCloseButton, SheetContent } from '../../ui/sheet.tsx';
import { BarPeople } from './bar-people.tsx';
import type { Events } from './events-query.ts';
import { ALL_EVENTS, type Bucket, bucketWords, countIn, OTHER_EVENTS, volumeSeries } from './volume-chart.ts';

interface BarSheetProps {
  report: Events | null;
  /** Null: none is open. */
  bucket: Bucket | null;
  /** An event by name, all of them, or the rest of the chart. */
  who: string;
  onWho: (who: string) => void;
  onClose: () => void;
}

/** Who is behind a bar of the chart. */
export function BarSheet({ report, bucket, who, onWho, onClose }: BarSheetProps) {
  const words = useProjectWords();
  const { timezone } = useProject();
  const narrowed = useFilterWords();
  if (!bucket) return null;
  const { title } = bucketWords(bucket);
  const events = report?.events ?? [];
  const inBar = events.filter((event) => countIn(event, bucket) > 0).map(({ name }) => name);
  const top = volumeSeries(events, (name) => name)
    .map(({ key }) => key)
    .filter((key) => key !== OTHER_EVENTS);
  const isOfNames = who === ALL_EVENTS || who === OTHER_EVENTS;
  // The event that is shown is a choice, also where the bar has none of it.
  const names = [...new Set(isOfNames ? inBar : [...inBar, who])];
  const hasOthers = who === OTHER_EVENTS || inBar.some((name) => !top.includes(name));
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={`People of ${title}`} side="right" className="w-[min(720px,100vw)] gap-4 pb-5">
        <header className="flex items-start gap-3 px-5 pt-4">
          <div className="grid min-w-0 flex-1 gap-0.5">
            <p className="text-xl font-semibold tracking-[-0.01em]">{title}</p>
            <p className="text-sm text-text-3">
              {[zoneLabel(timezone, new Date()), narrowed].filter(Boolean).join(' · ')}
            </p>
          </div>
          <SheetCloseButton />
        </header>
        <div className="max-w-90 px-5">
          <Combobox
            aria-label="Events of the bar"
            options={[
              { value: ALL_EVENTS, label: 'All events' },
              ...names.map((name) => ({ value: name, label: eventWords(name, words) })),
              ...(hasOthers ? [{ value: OTHER_EVENTS, label: 'Other events of the chart' }] : []),
            ]}
            value={who}
            onValueChange={onWho}
            searchPlaceholder="Find an event…"
          />
        </div>
        <BarPeople bucket={bucket} {...selected(who, top)} />
      </SheetContent>
    </Sheet>
  );
}

function selected(who: string, top: readonly string[]): { event?: string; except?: string } {
  if (who === ALL_EVENTS) return {};
  return who === OTHER_EVENTS ? { except: top.join('|') } : { event: who };
}
