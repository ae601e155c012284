import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@trailmark/contract/call';
import { createSkanSchema, type SkanSchemaMapping } from '@trailmark/contract/skan-schema';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useRested } from '../../../ui/use-rested.ts';
import { BaseList, type KeyedBase } from './base-list.tsx';
import { CoarseList } from './coarse-list.tsx';
import { PathSimulator } from './path-simulator.tsx';
import { formOf, LOCK_OPTIONS, type SchemaForm, withBucketsOf } from './schema-form.ts';
import {
  mappingQuery,
  previewQuery,
  reachedQuery,
  type SchemaPreview,
  type SkanPathInput,
  skanEventsQuery,
} from './schema-queries.ts';
import { ValueGrid } from './value-grid.tsx';

const NO_PATH: SkanPathInput = { events: [], day: 0, revenue: '0' };

/** What is typed may be no amount yet. */
const sendable = (path: SkanPathInput): SkanPathInput => ({
  ...path,
  revenue: /^\d{1,12}(\.\d{1,6})?$/.test(path.revenue) ? path.revenue : '0',
});

const reasonOf = (error: unknown): string | null =>
  error instanceof CallError ? error.message : error ? 'We couldn’t load the preview. Try again.' : null;

interface SchemaBuilderProps {
  mapping: SkanSchemaMapping;
  /** What to begin with; null: with what is saved. */
  initial: SchemaForm | null;
}

/** Bases, options, and what they make of the 64 values. */
export function SchemaBuilder({ mapping, initial }: SchemaBuilderProps) {
  const { project_id } = useProject();
  const isReadOnly = !useMay()('connections.edit');
  const saved = formOf(mapping);
  const [{ bases: first, ...firstOptions }] = useState(initial ?? saved);
  const [bases, setBases] = useState<KeyedBase[]>(() => first.map((base, key) => ({ key, base })));
  const [options, setOptions] = useState(firstOptions);
  const [path, setPath] = useState(NO_PATH);
  // In the order of the saved one, so that the two can be compared as texts.
  const form: SchemaForm = { bases: bases.map(({ base }) => base), ...options };
  const events = useQuery(skanEventsQuery(project_id));
  const restedForm = useRested(form);
  const preview = useQuery(previewQuery(project_id, restedForm));
  const made =
    preview.isPlaceholderData || !preview.data ? null : withBucketsOf(restedForm, preview.data.schema);
  const reaching = useQuery(reachedQuery(project_id, made, useRested(sendable(path))));
  const isEmpty = bases.length === 0;
  const reached = isEmpty || !preview.data ? null : (reaching.data ?? null);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Card>
        <CardHeader
          title="Bases"
          description="What conversion values are made from, in rising order: the last is worth most. All combinations share 64 values."
        />
        <CardBody className="grid gap-4">
          {isEmpty && (
            <p className="text-text-2">
              No bases yet. Add an event that matters to you, then what people pay.
            </p>
          )}
          <BaseList bases={bases} events={events.data ?? []} disabled={isReadOnly} onChange={setBases} />
          <SchemaOptions options={options} disabled={isReadOnly} onChange={setOptions} />
        </CardBody>
        {!isReadOnly && (
          <SaveFooter
            form={form}
            isSaved={JSON.stringify(form) === JSON.stringify(saved)}
            isEmpty={isEmpty}
          />
        )}
      </Card>
      <div className="grid gap-4">
        <PreviewCard
          preview={isEmpty ? undefined : preview.data}
          error={isEmpty ? null : reasonOf(preview.error)}
          reached={reached}
          isFetching={preview.isFetching || reaching.isFetching}
          isRangeGiven={hasRange(form)}
        />
        <Card>
          <CardHeader title="Try it" />
          <CardBody>
            <PathSimulator bases={form.bases} path={path} reached={reached} onChange={setPath} />
          </CardBody>
        </Card>
      </div>
    </div>
  );
}

type Options = Pick<SchemaForm, 'install_value' | 'lock_first_window'>;

function SchemaOptions({
  options,
  disabled,
  onChange,
}: {
  options: Options;
  disabled: boolean;
  onChange: (options: Options) => void;
}) {
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <Field
        label="Close the first window"
        hint="Closed earlier, its postback comes sooner and carries less detail."
      >
        <Select
          options={LOCK_OPTIONS}
          value={options.lock_first_window}
          disabled={disabled}
          onValueChange={(lock_first_window) => onChange({ ...options, lock_first_window })}
        />
      </Field>
      <Field
        label="Installs begin with 1"
        hint="For Meta: every value above 0 then proves an install. One value fewer is left."
        inline
      >
        <Switch
          checked={options.install_value === 1}
          disabled={disabled}
          onCheckedChange={(on) => onChange({ ...options, install_value: on ? 1 : 0 })}
        />
      </Field>
    </div>
  );
}

function SaveFooter({ form, isSaved, isEmpty }: { form: SchemaForm; isSaved: boolean; isEmpty: boolean }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => call(createSkanSchema, { query: { project_id }, body: form }),
    onSuccess: (mapping) => {
      queryClient.setQueryData(mappingQuery(project_id).queryKey, mapping);
      toast({ title: `Version ${mapping.draft?.version ?? ''} is saved as the draft` });
    },
    onError: (error) => toastFailure('The schema was not saved', error),
  });
  return (
    <CardFooter>
      <span>{isSaved && !isEmpty ? 'Saved.' : 'A draft changes nothing until you activate it.'}</span>
      <Button
        variant="primary"
        disabled={isEmpty || isSaved}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        Save draft
      </Button>
    </CardFooter>
  );
}

interface PreviewCardProps {
  preview: SchemaPreview | undefined;
  reached: SchemaPreview['reached'];
  error: string | null;
  isFetching: boolean;
  /** Of revenue. */
  isRangeGiven: boolean;
}

const FROM_WORDS = {
  given: 'as you gave them',
  range: 'by a constant factor within your range',
  default: 'by a constant factor, since there are not yet 60 days of payments',
  history: 'from your payments: each holds the same share of revenue',
} as const;

const hasRange = ({ bases }: SchemaForm) =>
  bases.some((base) => base.type === 'revenue' && (base.min !== undefined || base.max !== undefined));

function PreviewCard({ preview, reached, error, isFetching, isRangeGiven }: PreviewCardProps) {
  const money = preview?.schema.bases.find((base) => base.type === 'revenue');
  const revenue = money?.type === 'revenue' && 'from' in money ? money : null;
  return (
    <Card aria-busy={isFetching}>
      <CardHeader
        title="Values"
        description={preview && !error ? `${preview.schema.values_used} of 64 values are in use.` : undefined}
      />
      <CardBody className="grid gap-3">
        {error && (
          <Notice tone="bad" role="alert" title="No schema can be made from these bases">
            {error}
          </Notice>
        )}
        {!error && !preview && <p className="text-text-2">The 64 values appear here with the first base.</p>}
        {!error && preview && (
          <>
            <ValueGrid
              values={preview.values}
              reached={reached?.fine ?? null}
              currency={revenue?.currency ?? null}
            />
            {revenue && (
              <p className="text-sm text-text-2">
                {revenue.bounds.length} revenue buckets,{' '}
                {FROM_WORDS[revenue.from === 'range' && !isRangeGiven ? 'default' : revenue.from]}.
              </p>
            )}
            <CoarseList coarse={preview.coarse} />
          </>
        )}
      </CardBody>
    </Card>
  );
}
