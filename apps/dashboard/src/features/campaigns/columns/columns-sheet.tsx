import { useQuery } from '@tanstack/react-query';
import { metricOf, usualColumns } from '@trailmark/contract/metrics';
import { getEvents } from '@trailmark/contract/stats';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { projectQuery, useProject } from '../../../project/current-project.tsx';
import { useReportQuery } from '../../../report/use-report-range.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Input } from '../../../ui/input.tsx';
import { Sheet, SheetCloseButton, SheetContent } from '../../../ui/sheet.tsx';
import { type ColumnGroup, columnGroups, findColumns } from './column-groups.ts';
import { ColumnOrder } from './column-order.tsx';

const MOST_COLUMNS = 60;
const EVENTS_OFFERED = 100;

interface ColumnsSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  columns: readonly string[];
  onSave: (columns: string[]) => void;
}

/** Which metrics are columns, and in which order. */
export function ColumnsSheet({ open, onOpenChange, columns, onSave }: ColumnsSheetProps) {
  const save = (chosen: string[]) => {
    onSave(chosen);
    onOpenChange(false);
  };
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent title="Columns" side="right" className="w-[min(680px,100vw)] overflow-hidden">
        <ColumnsForm columns={columns} onSave={save} />
      </SheetContent>
    </Sheet>
  );
}

function useEventNames(): string[] {
  const { project_id, from, to } = useReportQuery();
  const { data } = useQuery({
    queryKey: [...projectQuery(project_id).queryKey, 'events', from, to],
    queryFn: () => call(getEvents, { query: { project_id, from, to } }),
    select: ({ events }) => events.slice(0, EVENTS_OFFERED).map(({ name }) => name),
  });
  return data ?? [];
}

function ColumnsForm({
  columns,
  onSave,
}: {
  columns: readonly string[];
  onSave: (chosen: string[]) => void;
}) {
  const { platform } = useProject();
  const [chosen, setChosen] = useState([...columns]);
  const [query, setQuery] = useState('');
  const groups = findColumns(columnGroups(useEventNames(), platform), query, platform);
  const toggle = (key: string, on: boolean) =>
    setChosen(on ? [...chosen, key] : chosen.filter((one) => one !== key));
  const isFull = chosen.length >= MOST_COLUMNS;
  return (
    <>
      <header className="flex items-center justify-between gap-3 border-b border-line px-5 py-3">
        <p className="text-lg font-semibold tracking-[-0.01em]">Columns</p>
        <SheetCloseButton />
      </header>
      <div className="grid min-h-0 flex-1 max-sm:grid-rows-[3fr_2fr] sm:grid-cols-2">
        <div className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)] gap-2 px-5 pt-3">
          <Input
            type="search"
            aria-label="Search metrics"
            placeholder="Search metrics"
            icon={<Search />}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <section aria-label="Metrics" className="min-h-0 overflow-y-auto pb-4">
            {groups.map((group) => (
              <MetricGroup
                key={group.label}
                group={group}
                chosen={chosen}
                isFull={isFull}
                onToggle={toggle}
              />
            ))}
            {groups.length === 0 && (
              <p className="py-6 text-center text-sm text-text-2">No metric matches.</p>
            )}
          </section>
        </div>
        <section
          aria-label="Chosen columns"
          className="min-h-0 overflow-y-auto border-line px-3 pt-3 pb-4 max-sm:border-t sm:border-l"
        >
          <p className="px-2 pb-1.5 text-sm text-text-2">
            {chosen.length} chosen. Drag to order, or press space on a handle and use the arrow keys.
          </p>
          <ColumnOrder columns={chosen} onOrder={setChosen} onRemove={(key) => toggle(key, false)} />
        </section>
      </div>
      <footer className="flex items-center gap-2 border-t border-line px-5 py-3">
        <Button variant="quiet" onClick={() => setChosen([...usualColumns(platform)])}>
          Reset to default
        </Button>
        <Button
          variant="primary"
          className="ml-auto"
          disabled={chosen.length === 0}
          onClick={() => onSave(chosen)}
        >
          Save columns
        </Button>
      </footer>
    </>
  );
}

interface MetricGroupProps {
  group: ColumnGroup;
  chosen: readonly string[];
  isFull: boolean;
  onToggle: (key: string, on: boolean) => void;
}

function MetricGroup({ group, chosen, isFull, onToggle }: MetricGroupProps) {
  const { platform } = useProject();
  return (
    <fieldset className="mb-2">
      <legend className="px-1 pt-2 pb-1 text-xs font-medium text-text-3">{group.label}</legend>
      {group.keys.map((key) => {
        const on = chosen.includes(key);
        return (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a button, which a label may hold
          <label
            key={key}
            title={metricOf(key, platform)?.formula}
            className="flex min-h-[30px] cursor-pointer items-center gap-2.5 rounded-sm px-1.5 text-[13px] hover:bg-hover pointer-coarse:min-h-9"
          >
            <Checkbox
              checked={on}
              disabled={isFull && !on}
              onCheckedChange={(next) => onToggle(key, next === true)}
            />
            <span className="min-w-0 break-words">{metricOf(key, platform)?.label ?? key}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
