import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useUser } from '../../api/session.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { Button } from '../../ui/button.tsx';
import { CenteredPage } from '../../ui/centered-page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast-store.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { AD_NETWORKS, type AdNetwork, networkAt, pageOf } from './ad-networks.ts';
import { readSentBack, refusalWords, type SentBack } from './callback-words.ts';
import { failedReason } from './failed-reason.ts';
import { type ImportedAccounts, NETWORK_APIS } from './network-api.ts';
import { signInMemory } from './sign-in-memory.ts';
import { useImport, useSignIn } from './use-network.ts';

/** Did the network let us in? */
export function NetworkCallbackScreen() {
  const { kind: slug = '' } = useParams({ strict: false });
  const kind = networkAt(slug);
  // From the first draw: the address is another one when all is done.
  const [back] = useState(() => readSentBack(window.location.search));
  const { project_members } = useUser();
  const [begun] = useState(() => (kind === null ? null : signInMemory().find(kind)));
  // Who has one project only can have begun nowhere else.
  const only = project_members.length === 1 ? project_members[0]?.project_id : undefined;
  const projectId = begun?.projectId ?? only;
  if (kind === null) return <NotBegun text="The address is wrong." />;
  if (projectId === undefined) {
    const { label } = AD_NETWORKS[kind];
    const text = `This page is where ${label} sends you back to, and we don’t know for which project. Open the project and begin again.`;
    return <NotBegun text={text} />;
  }
  if (back.code === null || back.state === null) {
    const words = refusalWords(kind, back);
    return <Refused kind={kind} projectId={projectId} {...words} />;
  }
  return (
    <Connecting
      kind={kind}
      projectId={projectId}
      back={{ ...back, code: back.code, state: back.state }}
      isConnected={begun?.isConnected ?? false}
    />
  );
}

interface ConnectingProps {
  kind: AdNetwork;
  projectId: string;
  back: SentBack & { code: string; state: string };
  /** The code was taken before this page was loaded again. */
  isConnected: boolean;
}

/** Takes the code, reads the accounts, and goes to the page of the network. */
function Connecting({ kind, projectId, back, isConnected }: ConnectingProps) {
  const { label, account } = AD_NETWORKS[kind];
  const { code, state } = back;
  const once = { retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;
  // A query and not a mutation: it is sent once, however often the page is drawn. A code can be used once.
  const connect = useQuery({
    queryKey: ['network-code', kind, code],
    queryFn: async () => {
      if (!isConnected) await NETWORK_APIS[kind].connect(projectId, { code, state });
      signInMemory().keep(kind, { projectId, isConnected: true });
      return true;
    },
    ...once,
  });
  const importAll = useImport(kind, projectId);
  const imported = useQuery({
    queryKey: ['network-import', kind, code],
    queryFn: importAll,
    enabled: connect.data === true,
    ...once,
  });
  useArrive({ kind, projectId, imported: imported.data });
  if (connect.isError) {
    const title = `${label} is not connected`;
    return <Refused kind={kind} projectId={projectId} title={title} text={failedReason(connect.error)} />;
  }
  if (imported.isError) {
    return (
      <CenteredPage
        title={`The ${account}s were not imported`}
        text={
          <p role="alert">
            You are signed in at {label}. {failureAdvice(imported.error)}
          </p>
        }
      >
        <Actions kind={kind} projectId={projectId}>
          <Button
            size="lg"
            variant="primary"
            loading={imported.isFetching}
            onClick={() => void imported.refetch()}
          >
            Try again
          </Button>
        </Actions>
      </CenteredPage>
    );
  }
  return (
    <CenteredPage title={`Connecting ${label}`}>
      <p role="status" className="flex items-center gap-2.5 text-text-2">
        <Spinner />
        {connect.data ? `Importing ${account}s…` : 'Signing in…'}
      </p>
    </CenteredPage>
  );
}

interface ArrivalProps {
  kind: AdNetwork;
  projectId: string;
  imported: ImportedAccounts | undefined;
}

/** Leaves for the network's page as soon as the accounts are there. */
function useArrive({ kind, projectId, imported }: ArrivalProps) {
  const navigate = useNavigate();
  const { label, account } = AD_NETWORKS[kind];
  const arrive = useEffectEvent((accounts: number) => {
    signInMemory().forget(kind);
    toast({
      title: `${label} is connected`,
      description: accounts > 0 ? `${countInWords(accounts, account)} imported.` : `No ${account} was found.`,
    });
    void navigate({ to: pageOf(kind), search: { p_id: projectId }, replace: true });
  });
  useEffect(() => {
    if (imported) arrive(imported.accounts.length);
  }, [imported]);
}

interface RefusedProps {
  kind: AdNetwork;
  projectId: string;
  title: string;
  text: string;
}

/** What happened, and the way back to the network. */
function Refused({ kind, projectId, title, text }: RefusedProps) {
  const signIn = useSignIn(kind, projectId);
  return (
    <CenteredPage title={title} text={<p role="alert">{text}</p>}>
      <Actions kind={kind} projectId={projectId}>
        <Button size="lg" variant="primary" loading={signIn.isPending} onClick={() => signIn.mutate()}>
          Try again
        </Button>
      </Actions>
    </CenteredPage>
  );
}

interface ActionsProps {
  kind: AdNetwork;
  projectId: string;
  children: ReactNode;
}

function Actions({ kind, projectId, children }: ActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {children}
      <Button size="lg" asChild>
        <Link to={pageOf(kind)} search={{ p_id: projectId }}>
          Back to the set-up
        </Link>
      </Button>
    </div>
  );
}

function NotBegun({ text }: { text: string }) {
  return (
    <CenteredPage title="Nothing to connect here" text={<p>{text}</p>}>
      <Button size="lg" variant="primary" asChild className="w-fit">
        <Link to="/integrations">All integrations</Link>
      </Button>
    </CenteredPage>
  );
}
