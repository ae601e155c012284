import { NETWORKS } from '@trailmark/contract/campaigns';
import { PLATFORM_KEYS } from '@trailmark/contract/report-filter';
import { type FormEvent, useState } from 'react';
import { CheckList, ChoiceList } from '../../../report/choice-list.tsx';
import { CountryList } from '../../../report/country-list.tsx';
import { platformWords } from '../../../report/dimension-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { NETWORK_WORDS } from '../../../words/network-name.ts';
import { STATUSES, type TableState } from '../table/table-state.ts';
import { ConditionForm } from './condition-form.tsx';
import type { MetricCondition } from './conditions.ts';

export const FILTER_KINDS = {
  status: 'State',
  network: 'Network',
  country: 'Country',
  platform: 'Platform',
  tag: 'Tag',
  condition: 'A metric',
} as const;
export type FilterKind = keyof typeof FILTER_KINDS;

const STATUS_OPTIONS = {
  all: 'All except archived',
  active: 'Active',
  paused: 'Paused',
  archived: 'Archived',
} as const;

interface FilterEditorProps {
  kind: FilterKind;
  state: TableState;
  /** The condition that is being changed; none when it is a new one. */
  condition?: MetricCondition | undefined;
  tags: readonly string[];
  onChange: (next: Partial<TableState>) => void;
  onClose: () => void;
}

/** What one filter can hold. */
export function FilterEditor({ kind, state, condition, tags, onChange, onClose }: FilterEditorProps) {
  const apply = (next: Partial<TableState>) => {
    onChange(next);
    onClose();
  };
  switch (kind) {
    case 'status':
      return (
        <ChoiceList
          options={STATUSES.map((value) => ({ value, label: STATUS_OPTIONS[value] }))}
          value={state.status}
          onChoose={(status) => apply({ status })}
        />
      );
    case 'network':
      return (
        <ChoiceList
          options={NETWORKS.map((value) => ({ value, label: NETWORK_WORDS[value] }))}
          value={state.network}
          onChoose={(network) => apply({ network })}
        />
      );
    case 'country':
      return <CountryList chosen={state.countries} onChange={(countries) => onChange({ countries })} />;
    case 'platform':
      return (
        <CheckList
          options={PLATFORM_KEYS.map((value) => ({ value, label: platformWords(value) }))}
          chosen={state.platforms}
          onChange={(platforms) => onChange({ platforms })}
        />
      );
    case 'tag':
      return <TagForm tag={state.tag} tags={tags} onTag={(tag) => apply({ tag })} />;
    case 'condition': {
      const others = state.conditions.filter((one) => one !== condition);
      return (
        <ConditionForm
          condition={condition}
          onApply={(changed) => apply({ conditions: [...others, changed] })}
        />
      );
    }
  }
}

const TAGS_OFFERED = 12;

function TagForm({
  tag,
  tags,
  onTag,
}: {
  tag: string;
  tags: readonly string[];
  onTag: (tag: string) => void;
}) {
  const [typed, setTyped] = useState(tag);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onTag(typed.trim());
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label="Tag">
        <Input maxLength={40} value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {tags.slice(0, TAGS_OFFERED).map((one) => (
            <li key={one}>
              <Button size="sm" onClick={() => onTag(one)}>
                {one}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        type="submit"
        variant="primary"
        size="sm"
        className="justify-self-end"
        disabled={typed.trim() === ''}
      >
        Show
      </Button>
    </form>
  );
}
