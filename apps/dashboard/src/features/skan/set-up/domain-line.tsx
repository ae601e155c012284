import { useMutation } from '@tanstack/react-query';
import type { Output } from '@trailmark/contract/call';
import { CallError } from '@trailmark/contract/call';
import { checkSkanSetUp } from '@trailmark/contract/skan-postbacks';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { FormEvent } from 'react';
import { call } from '../../../api/client.ts';
import { failureAdvice } from '../../../failures/failure-advice.ts';
import { fieldReason } from '../../../failures/field-reason.ts';
import { useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { FRAMEWORK_WORDS } from '../skan-words.ts';
import { ChecklistLine } from './checklist-line.tsx';

type DomainCheck = Output<typeof checkSkanSetUp>;

interface DomainLineProps {
  number: number;
  domain: string;
  onDomainChange: (domain: string) => void;
}

function domainText(check: DomainCheck | undefined): string {
  if (!check)
    return 'Apple sends postbacks to the domain of your Info.plist, without its subdomain. Check that both paths of it lead here.';
  const wrong = check.checks.filter(({ reached }) => reached !== 'ours').length;
  if (wrong === 0) return `Both paths of ${check.domain} lead here.`;
  if (wrong === 1) return `One path of ${check.domain} does not lead here yet.`;
  return `Neither path of ${check.domain} leads here yet.`;
}

function reasonOf(error: Error | null): string | undefined {
  if (!error) return undefined;
  const reason = error instanceof CallError ? error.fields.domain : undefined;
  return reason ? fieldReason('Domain', reason) : failureAdvice(error);
}

/** Asks the domain of the Info.plist, as a device does, whether postbacks arrive. */
export function DomainLine({ number, domain, onDomainChange }: DomainLineProps) {
  const { project_id } = useProject();
  const check = useMutation({
    mutationFn: (name: string) => call(checkSkanSetUp, { query: { project_id }, body: { domain: name } }),
    // The snippets below are about the domain that devices use.
    onSuccess: (answer) => onDomainChange(answer.domain),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.mutate(domain);
  };
  return (
    <ChecklistLine
      number={number}
      done={check.data?.checks.every(({ reached }) => reached === 'ours') ?? false}
      title="Domain check"
      text={<span role="status">{domainText(check.data)}</span>}
    >
      <form onSubmit={submit} className="flex max-w-[560px] flex-wrap items-start gap-2">
        <Field label="Domain" hideLabel error={reasonOf(check.error)} className="min-w-[200px] flex-1">
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
            placeholder="example.com"
            value={domain}
            onChange={(event) => onDomainChange(event.target.value)}
          />
        </Field>
        <Button type="submit" loading={check.isPending}>
          Check domain
        </Button>
      </form>
      {check.data && <Answers check={check.data} />}
    </ChecklistLine>
  );
}

function Answers({ check: { domain, checks } }: { check: DomainCheck }) {
  return (
    <ul
      aria-label={`What ${domain} answers`}
      className="grid grid-cols-[minmax(0,1fr)] gap-2.5 rounded-md border border-line px-3 py-2.5 text-[13px]"
    >
      {checks.map(({ framework, url, reached, says }) => {
        const isOurs = reached === 'ours';
        const Icon = isOurs ? CircleCheck : TriangleAlert;
        return (
          <li key={framework} className="flex items-start gap-2">
            <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', isOurs ? 'text-good' : 'text-warn')} />
            <div className="grid min-w-0 gap-0.5">
              <span className="font-medium">{FRAMEWORK_WORDS[framework]}</span>
              <span className="mono break-all text-text-2">{url}</span>
              <span className="break-words text-text-2">{says}</span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
