import { useQuery } from '@tanstack/react-query';
import { failureAdvice } from '../../../failures/failure-advice.ts';
import { useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CheckList } from '../check-list.tsx';
import type { ConnectedAccount } from '../network-api.ts';
import { type CapiCheck, capiCheckQuery, useVerifyCapi } from './capi-query.ts';

/** What Meta answered, question by question, with what to do about it. */
export function CapiCheckResults({ check }: { check: CapiCheck }) {
  const { token_ok, dataset_ok, app_linked, event_accepted, reason, fbtrace_id } = check;
  return (
    <CheckList
      label="What Meta answered"
      checks={[
        { label: 'The token is accepted', isRight: token_ok },
        { label: 'The dataset can be reached', isRight: dataset_ok },
        { label: 'The dataset takes events of apps', isRight: app_linked },
        { label: 'A test event was accepted', isRight: event_accepted },
      ]}
    >
      {reason && <p className="break-words text-text-2">{reason}</p>}
      {app_linked === false && (
        <p className="text-text-2">
          For events of apps, connect the app to the dataset in Events Manager, under Settings. Events of
          websites are sent without it.
        </p>
      )}
      {fbtrace_id && reason && <p className="mono text-xs break-all text-text-3">fbtrace_id {fbtrace_id}</p>}
    </CheckList>
  );
}

/** Sends one test event to the dataset of an account, and says what became of it. */
export function CapiTest({ account }: { account: ConnectedAccount }) {
  const { project_id } = useProject();
  const { data: check } = useQuery(capiCheckQuery(project_id, account.ad_network_id));
  const verify = useVerifyCapi(account.ad_network_id);
  return (
    <div className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 text-[13px] font-medium break-words">{account.name}</span>
        <Button
          size="sm"
          aria-label={`Send a test event to ${account.name}`}
          loading={verify.isPending}
          onClick={() => verify.mutate()}
        >
          {check ? 'Send another test event' : 'Send a test event'}
        </Button>
      </div>
      {verify.error && (
        <Notice tone="bad" role="alert">
          {failureAdvice(verify.error)}
        </Notice>
      )}
      {check && !verify.error && <CapiCheckResults check={check} />}
    </div>
  );
}
