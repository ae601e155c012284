import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SkanGoogleStatus, uploadSkanToGoogle } from '@trailmark/contract/skan-exports';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { NETWORK_PAGES } from '../../../project/network-pages.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ChecklistLine } from './checklist-line.tsx';
import { LineFailed } from './line-failed.tsx';
import { NetworkStateTag } from './network-state-tag.tsx';
import { googleQuery } from './set-up-query.ts';

/** Whether Google Ads has the schema. */
export function GoogleLine({ number, isOn }: { number: number; isOn: boolean }) {
  const { project_id } = useProject();
  const google = useQuery(googleQuery(project_id, isOn));
  if (google.isLoadingError)
    return <LineFailed number={number} title="Google Ads" what="the status at Google" query={google} />;
  const { data } = google;
  if (!data)
    return (
      <ChecklistLine number={number} done={false} title="Google Ads" text="Loading the status at Google…" />
    );
  return (
    <ChecklistLine
      number={number}
      done={data.status === 'ACTIVE'}
      title={
        <>
          Google Ads
          <NetworkStateTag state={data.status} />
        </>
      }
      text={data.reason}
      action={<GoogleActions status={data} />}
    >
      {data.accounts.length > 0 && <Accounts accounts={data.accounts} />}
    </ChecklistLine>
  );
}

function GoogleActions({ status: { status, accounts } }: { status: SkanGoogleStatus }) {
  const { project_id } = useProject();
  const mayEdit = useMay()('connections.edit');
  const queryClient = useQueryClient();
  const upload = useMutation({
    mutationFn: () => call(uploadSkanToGoogle, { query: { project_id } }),
    onSuccess: (data) => {
      queryClient.setQueryData(googleQuery(project_id, true).queryKey, data);
      toast({ title: 'The schema is being uploaded' });
    },
    onError: (error) => toastFailure('The schema was not uploaded', error),
  });
  // What could not be uploaded is tried again by itself; nobody has to wait for that.
  const isWaiting = accounts.some(({ error }) => error !== null);
  const canUpload = mayEdit && (status === 'ERROR' || status === 'ACTIVE' || isWaiting);
  return (
    <>
      {canUpload && (
        <Button loading={upload.isPending} onClick={() => upload.mutate()}>
          Upload again
        </Button>
      )}
      <Button asChild>
        <Link to="/integrations/$kind" params={{ kind: NETWORK_PAGES.GOOGLE }}>
          {status === 'NOT_CONNECTED' && mayEdit ? 'Connect Google Ads' : 'View Google Ads'}
        </Link>
      </Button>
    </>
  );
}

function Accounts({ accounts }: { accounts: SkanGoogleStatus['accounts'] }) {
  const { timezone } = useProject();
  return (
    <ul aria-label="Google Ads accounts" className="grid grid-cols-[minmax(0,1fr)] gap-2 text-[13px]">
      {accounts.map((account) => (
        <li
          key={account.ad_network_id}
          className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-line px-3 py-2.5"
        >
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium break-words">{account.name}</span>
            {/* An account without the iOS app is no problem where another has it. */}
            {account.link_id === null ? <Tag>No iOS app</Tag> : <NetworkStateTag state={account.status} />}
            <span className="num text-text-2">
              Customer {account.customer_id}
              {account.link_id ? ` · Link ${account.link_id}` : ' · No link id for the iOS app'}
              {account.schema_version !== null && ` · Version ${account.schema_version}`}
              {account.uploaded_at && (
                <>
                  , uploaded <RelativeTime at={account.uploaded_at} timeZone={timezone} />
                </>
              )}
            </span>
          </div>
          {account.error && <Notice tone="bad">{account.error}</Notice>}
          {account.warnings.map((warning) => (
            <Notice key={warning} tone="warn">
              {warning}
            </Notice>
          ))}
        </li>
      ))}
    </ul>
  );
}
