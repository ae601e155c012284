import { useMutation } from '@tanstack/react-query';
import { CallError } from '@trailmark/contract/call';
import { checkSkanSetUp } from '@trailmark/contract/skan-postbacks';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/client.ts';
import { fieldReason } from '../../../failures/field-reason.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';

const FRAMEWORK_WORDS = { skadnetwork: 'SKAdNetwork', adattributionkit: 'AdAttributionKit' } as const;

/** Asks a domain as a device does. */
export function DomainCheck() {
  const { project_id } = useProject();
  const [domain, setDomain] = useState('');
  const check = useMutation({
    mutationFn: () => call(checkSkanSetUp, { query: { project_id }, body: { domain } }),
    onError: (error) => {
      if (!(error instanceof CallError && error.fields.domain))
        toastFailure('The domain was not checked', error);
    },
  });
  const reason = check.error instanceof CallError ? check.error.fields.domain : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.mutate();
  };
  return (
    <Card>
      <CardHeader
        title="Domain check"
        description="Asks your domain, as a device does, whether postbacks arrive here."
      />
      <CardBody className="grid gap-3">
        <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
          <Field label="Domain" error={fieldReason('The domain', reason)} className="min-w-0 flex-1">
            <Input
              value={domain}
              placeholder="example.com"
              inputMode="url"
              autoCapitalize="none"
              required
              onChange={({ target }) => setDomain(target.value)}
            />
          </Field>
          <Button type="submit" loading={check.isPending}>
            Check domain
          </Button>
        </form>
        {check.data && (
          <ul role="status" className="grid gap-2">
            {check.data.checks.map(({ framework, reached, says, url }) => (
              <li key={framework} className="flex items-start gap-2">
                {reached === 'ours' ? (
                  <CircleCheck aria-label="Arrives here" className="mt-0.5 size-4 shrink-0 text-good" />
                ) : (
                  <CircleAlert
                    aria-label="Does not arrive here"
                    className="mt-0.5 size-4 shrink-0 text-bad"
                  />
                )}
                <div className="min-w-0">
                  <p className="font-medium">{FRAMEWORK_WORDS[framework]}</p>
                  <p className="text-sm text-text-2">{says}</p>
                  <p className="mono break-all text-text-3">{url}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
