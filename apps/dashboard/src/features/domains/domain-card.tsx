import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Domain,
  type DomainFindings,
  type DomainStatus,
  deleteDomain,
  getDomainStatus,
} from '@trailmark/contract/domains';
import { ChevronRight, CircleCheck, CircleDashed, CircleDot, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { domainsQuery } from '../../project/domains-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast-store.ts';
import { DnsRecords } from './dns-records.tsx';
import { Findings } from './findings.tsx';

const NEXT_STEP = {
  not_verified: 'Add these records at your DNS provider, then check.',
  verified: 'This domain is verified. Links on it work as soon as it is live.',
  live: 'Links on this domain work.',
} as const;

interface DomainCardProps {
  domain: Domain;
  mayEdit: boolean;
}

export function DomainCard({ domain, mayEdit }: DomainCardProps) {
  const { project_id, timezone } = useProject();
  const queryClient = useQueryClient();
  const [findings, setFindings] = useState<DomainFindings | null>(null);
  const { id, host, status, problem, checked_at } = domain;
  const check = useMutation({
    mutationFn: () => call(getDomainStatus, { query: { project_id, id } }),
    onSuccess: ({ found: seen, ...fresh }) => {
      setFindings(seen);
      queryClient.setQueryData(domainsQuery(project_id).queryKey, (all) =>
        all?.map((one) => (one.id === id ? fresh : one)),
      );
    },
    onError: (error) => toastFailure(`${host} was not checked`, error),
  });
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            <span className="break-all">{host}</span>
            <DomainStatusTag status={status} />
          </span>
        }
        description={NEXT_STEP[status]}
        actions={
          <>
            <Button size="sm" loading={check.isPending} onClick={() => check.mutate()}>
              <RefreshCw aria-hidden />
              Check now
            </Button>
            {mayEdit && <RemoveDomain domain={domain} />}
          </>
        }
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {problem && (
          <Notice tone="warn" role="status">
            {problem}
          </Notice>
        )}
        {status === 'live' && !problem ? (
          <details className="group">
            <summary className="flex w-fit items-center gap-1.5 text-sm text-text-2 select-none hover:text-text">
              <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
              DNS records
            </summary>
            <DnsRecords domain={domain} className="mt-3" />
          </details>
        ) : (
          <DnsRecords domain={domain} />
        )}
        {findings && <Findings host={host} findings={findings} />}
        <p className="text-sm text-text-3">
          {checked_at ? (
            <>
              Checked <RelativeTime at={checked_at} timeZone={timezone} />.
            </>
          ) : (
            'Not checked yet.'
          )}
        </p>
      </CardBody>
    </Card>
  );
}

function RemoveDomain({ domain: { id, host } }: { domain: Domain }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const remove = async () => {
    await call(deleteDomain, { query: { project_id, id } });
    toast({ title: `${host} is removed` });
    await queryClient.invalidateQueries({ queryKey: domainsQuery(project_id).queryKey });
  };
  return (
    <RemoveButton
      name={host}
      text="Links on this domain stop working at once, also those that are printed. The same links go on working on the address of this installation."
      confirmLabel="Remove domain"
      onRemove={remove}
    />
  );
}

const LOOKS = {
  not_verified: { word: 'Not verified', tone: 'warn', icon: CircleDashed },
  verified: { word: 'Verified', tone: 'accent', icon: CircleDot },
  live: { word: 'Live', tone: 'good', icon: CircleCheck },
} as const;

function DomainStatusTag({ status }: { status: DomainStatus }) {
  const { word, tone, icon: Icon } = LOOKS[status];
  return (
    <Tag tone={tone}>
      <Icon aria-hidden />
      {word}
    </Tag>
  );
}
