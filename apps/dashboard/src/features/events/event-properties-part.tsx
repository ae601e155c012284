import { useQuery } from '@tanstack/react-query';
import { capital } from '@trailmark/contract/project-words';
import { BarList } from '../../charts/bar-list.tsx';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { useFilterQuery } from '../../report/use-report-filter.ts';
import { useReportQuery } from '../../report/use-report-range.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { countInWords } from '../../words/count-in-words.ts';
import { type EventProperties, propertiesQuery } from './events-query.ts';

interface EventPropertiesPartProps {
  event: string;
  property: string | null;
  onProperty: (property: string) => void;
}

const number = new Intl.NumberFormat('en');
const precise = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** The values that a property of an event had, the most frequent first. */
export function EventPropertiesPart({ event, property, onProperty }: EventPropertiesPartProps) {
  const { project_id, from, to } = useReportQuery();
  const words = useProjectWords();
  const filter = useFilterQuery();
  const query = useQuery(propertiesQuery({ project_id, from, to, ...filter, event, property }));
  if (query.isLoadingError) return <LoadFailed what="the properties" query={query} />;
  const { data } = query;
  if (data?.properties.length === 0) {
    return (
      <p className="px-5 py-6 text-center text-text-2">
        No properties in this period: your {words.product} sends only the name.
      </p>
    );
  }
  const chosen = data?.property ?? property;
  return (
    <section aria-label="Properties" aria-busy={query.isFetching} className="grid gap-3 px-5">
      {data ? (
        <Field label="By property" hint={hintOf(data)} className="max-w-80">
          <Combobox
            options={optionsOf(data)}
            value={chosen}
            onValueChange={onProperty}
            searchPlaceholder="Find a property…"
          />
        </Field>
      ) : (
        <div className="grid max-w-80 gap-1.5">
          <Skeleton className="h-3.5 w-20" />
          <Skeleton className="h-control rounded-sm" />
        </div>
      )}
      {data?.numbers && <Numbers numbers={data.numbers} />}
      <BarList
        label={`Values of ${chosen ?? 'the property'}`}
        heads={['Value', 'Events', 'Share', capital(words.allInstalls)]}
        expected={8}
        rows={
          data?.values.map(({ value, count, installs }) => ({
            key: value,
            label: <span title={value}>{value === '' ? '(empty)' : value}</span>,
            size: count,
            color: 'blue' as const,
            cells: [number.format(count), share.format(count / data.events), number.format(installs)],
          })) ?? null
        }
      />
      {data && data.others.values > 0 && (
        <p className="text-sm text-text-2">
          And {countInWords(data.others.values, 'other value')}, {countInWords(data.others.count, 'event')}.
        </p>
      )}
    </section>
  );
}

/** Of a property whose values are numbers. */
function Numbers({ numbers }: { numbers: NonNullable<EventProperties['numbers']> }) {
  const { min, median, max, sum } = numbers;
  const facts = { Smallest: min, Median: median, Largest: max, Sum: sum };
  return (
    <dl aria-label="Numbers" className="num flex flex-wrap gap-x-6 gap-y-2">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className="grid">
          <dt className="text-xs text-text-3">{name}</dt>
          <dd className="font-semibold">{precise.format(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function hintOf({ other_properties: count, events, looked_at }: EventProperties): string | undefined {
  const hints = [
    looked_at < events && `From the newest ${number.format(looked_at)} events.`,
    count > 0 && `Rarer properties, sent ${countInWords(count, 'time')}, are stored but not listed.`,
  ].filter(Boolean);
  return hints.length === 0 ? undefined : hints.join(' ');
}

/** The one that is shown is among them, though it may be too rare to be listed. */
function optionsOf({ properties, property }: EventProperties) {
  const options = properties.map(({ name, count, types }) => ({
    value: name,
    label: name,
    hint: `${types.map(typeWords).join(', ')} · ${number.format(count)}`,
  }));
  const isListed = property === null || properties.some(({ name }) => name === property);
  return isListed ? options : [...options, { value: property, label: property, hint: '' }];
}

const TYPE_WORDS: Record<string, string> = {
  string: 'text',
  boolean: 'yes or no',
  null: 'empty',
  array: 'list',
};

function typeWords(type: string): string {
  return TYPE_WORDS[type] ?? type;
}
