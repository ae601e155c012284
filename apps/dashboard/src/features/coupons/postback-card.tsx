import { useQuery } from '@tanstack/react-query';
import { type CouponNetwork, updateCouponPostback } from '@trailmark/contract/coupons';
import { useDeferredValue, useState } from 'react';
import { call } from '../../api/client.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast-store.ts';
import { previewQuery, useCouponChange } from './coupons-query.ts';

const EXAMPLE_URL = 'https://network.example/postback?click={click_id}&event={event_name}&value={value}';
const METHODS = [
  { value: 'GET', label: 'GET' },
  { value: 'POST', label: 'POST' },
] as const;

interface TemplateValues {
  method: 'GET' | 'POST';
  url: string;
  body: string;
  /** A line for each: its name and its value. */
  headers: string;
  signed: boolean;
  success_text: string;
}

const valuesOf = ({ postback }: CouponNetwork): TemplateValues => ({
  method: postback?.method ?? 'GET',
  url: postback?.url ?? '',
  body: postback?.body ?? '',
  headers: (postback?.header_names ?? []).map((name) => `${name}: `).join('\n'),
  signed: postback?.signed ?? true,
  success_text: postback?.success_text ?? '',
});

/** A header without a value keeps the one that is stored. */
const headersOf = (lines: string): Record<string, string | null> =>
  Object.fromEntries(
    lines.split('\n').flatMap((line) => {
      const [name = '', ...value] = line.split(':');
      return name.trim() === '' ? [] : [[name.trim(), value.join(':').trim() || null]];
    }),
  );

function useSavePostback(network: CouponNetwork) {
  const { project_id } = useProject();
  return useCouponChange((values: TemplateValues | null) => {
    const success_text = values?.success_text.trim() || null;
    const headers = headersOf(values?.headers ?? '');
    return call(updateCouponPostback, {
      params: { ad_network_id: network.ad_network_id },
      query: { project_id },
      body: { postback: values && { ...values, success_text, headers } },
    });
  });
}

/** What is sent to the network, and an example of it while it is written. */
export function PostbackCard({ network, mayEdit }: { network: CouponNetwork; mayEdit: boolean }) {
  const [values, setValues] = useState(valuesOf(network));
  const save = useSavePostback(network);
  const change = (part: Partial<TemplateValues>) => setValues((before) => ({ ...before, ...part }));
  const send = (next: TemplateValues | null, said: string) =>
    save.mutate(next, {
      onSuccess: () => toast({ title: said }),
      onError: (error) => toastFailure('The postback was not saved', error),
    });
  return (
    <Card>
      <CardHeader
        title="Postback"
        description="A request to the network for each code of its own, and for each event that has an event map. Values are URL-encoded; what is not known is left empty."
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <fieldset disabled={!mayEdit} className="grid min-w-0 gap-4">
          <legend className="sr-only">Postback of {network.name}</legend>
          <Field label="Method" group>
            <Segmented
              options={METHODS}
              value={values.method}
              disabled={!mayEdit}
              onValueChange={(method) => change({ method })}
            />
          </Field>
          <TemplateFields values={values} change={change} />
        </fieldset>
        <Preview values={values} />
        {mayEdit && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              loading={save.isPending}
              disabled={values.url.trim() === ''}
              onClick={() => send(values, 'The postback is saved')}
            >
              Save postback
            </Button>
            {network.postback && (
              <Button disabled={save.isPending} onClick={() => send(null, 'Postbacks are switched off')}>
                Switch off
              </Button>
            )}
          </div>
        )}
      </CardBody>
    </Card>
  );
}

interface TemplateFieldsProps {
  values: TemplateValues;
  change: (part: Partial<TemplateValues>) => void;
}

function TemplateFields({ values, change }: TemplateFieldsProps) {
  return (
    <>
      <Field label="URL" required>
        <Input
          autoComplete="off"
          spellCheck={false}
          placeholder={EXAMPLE_URL}
          className="mono"
          value={values.url}
          onChange={(event) => change({ url: event.target.value })}
        />
      </Field>
      {values.method === 'POST' && (
        <Field label="Body" hint="JSON, with macros inside of its quotes.">
          <Textarea
            rows={5}
            spellCheck={false}
            className="mono"
            placeholder={'{"click":"{click_id}","code":"{coupon_code}"}'}
            value={values.body}
            onChange={(event) => change({ body: event.target.value })}
          />
        </Field>
      )}
      <Field
        label="Success text"
        hint="Empty: any status from 200 to 299. Otherwise the answer has to contain this text too."
      >
        <Input
          autoComplete="off"
          placeholder="status=1"
          value={values.success_text}
          onChange={(event) => change({ success_text: event.target.value })}
        />
      </Field>
      <Field
        label="Headers"
        hint="A line for each, such as x-key: value. Values are stored sealed and never shown again; left empty, a value stays."
      >
        <Textarea
          rows={2}
          spellCheck={false}
          className="mono"
          placeholder="x-key: value"
          value={values.headers}
          onChange={(event) => change({ headers: event.target.value })}
        />
      </Field>
      <Field label="Sign requests with the secret" inline>
        <Switch checked={values.signed} onCheckedChange={(signed) => change({ signed })} />
      </Field>
    </>
  );
}

function Preview({ values }: { values: TemplateValues }) {
  const { project_id } = useProject();
  const { method, url, body } = useDeferredValue(values);
  const preview = useQuery(previewQuery(project_id, { method, url: url || EXAMPLE_URL, body }));
  if (preview.isLoadingError) return <LoadFailed what="the example" query={preview} />;
  if (!preview.data) return <PreviewLoading />;
  const { problems, macros, ...example } = preview.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {problems.length > 0 && url !== '' && (
        <Notice tone="warn" title="This cannot be saved yet">
          {problems.join('. ')}.
        </Notice>
      )}
      <CodeBlock
        label={`Example of a ${method}`}
        code={[example.url, example.body].filter(Boolean).join('\n\n')}
      />
      <details>
        <summary className="w-fit cursor-pointer text-sm font-medium text-accent">All macros</summary>
        <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
          {macros.map(({ name, meaning }) => (
            <div key={name} className="contents">
              <dt className="mono">{`{${name}}`}</dt>
              <dd className="text-text-2">{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

function PreviewLoading() {
  return (
    <div aria-busy="true" className="grid gap-3">
      <Skeleton className="h-[84px] rounded-md" />
      <Skeleton className="h-[18px] w-20" />
    </div>
  );
}
