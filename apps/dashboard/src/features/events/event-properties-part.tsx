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
        No properties in this period: the {words.product} sends only the name.
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
      <BarList
        label={`Values of ${chosen ?? 'the property'}`}
        heads={['Value', 'Events', capital(words.allInstalls)]}
        expected={8}
        rows={
          data?.values.map(({ value, count, installs }) => ({
            key: value,
            label: <span title={value}>{value === '' ? '(empty)' : value}</span>,
            size: count,
            color: 'blue' as const,
            cells: [number.format(count), number.format(installs)],
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

function hintOf({ other_properties: count }: EventProperties): string | undefined {
  if (count === 0) return undefined;
  return `Rarer properties, sent ${countInWords(count, 'time')}, are stored but not listed.`;
}

/** The one that is shown is among them, though it may be too rare to be listed. */
function optionsOf({ properties, property }: EventProperties) {
  const options = properties.map(({ name, count }) => ({
    value: name,
    label: name,
    hint: number.format(count),
  }));
  const isListed = property === null || properties.some(({ name }) => name === property);
  return isListed ? options : [...options, { value: property, label: property, hint: '' }];
}
