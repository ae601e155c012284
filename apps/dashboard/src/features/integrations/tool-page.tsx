import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { TOOLS, type Tool, type ToolConnection } from '@trailmark/contract/analytics-tools';
import { Pause, Play, Plug } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { MissingPage } from '../../failures/missing-page.tsx';
import { toastFailure } from '../../failures/toast-failure.ts';
import { ConnectionMark } from '../../project/connection-mark.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { asSentence } from '../../words/delivery-words.ts';
import { BackfillCard } from './backfill-card.tsx';
import { ChangeConnectionDialog } from './change-connection-dialog.tsx';
import { ConnectCard } from './connect-card.tsx';
import { ToolConnectionCard } from './tool-connection-card.tsx';
import { readTool, TOOL_TEXT } from './tool-fields.ts';
import { ToolHealthCard } from './tool-health-card.tsx';
import { ToolPreview } from './tool-preview.tsx';
import { ToolSettingsForm } from './tool-settings-form.tsx';
import { toolsQuery } from './tools-query.ts';
import { useSyncTool } from './use-sync-tool.ts';

interface ToolPageProps {
  /** What was sent last, by the connection. */
  latest: (connectionId: string) => ReactNode;
}

/** Is this tool connected, is it healthy, and what does it get? */
export function ToolPage({ latest }: ToolPageProps) {
  const { project_id } = useProject();
  const { kind = '' } = useParams({ strict: false });
  const tool = readTool(kind);
  const tools = useQuery(toolsQuery(project_id));
  const connection = tools.data?.find((one) => one.tool === tool);
  if (tool === null) return <NoSuchTool />;
  return (
    <Page>
      <ToolTitle tool={tool} />
      {tools.isLoadingError && (
        <Card>
          <LoadFailed what="this integration" query={tools} />
        </Card>
      )}
      {tools.isPending && <ToolLoading />}
      {tools.data && !connection && <UnconnectedTool key={tool} tool={tool} />}
      {connection && <ConnectedTool key={connection.connection_id} connection={connection} latest={latest} />}
    </Page>
  );
}

function NoSuchTool() {
  return (
    <MissingPage
      what="integration"
      text="The address is wrong."
      icon={<Plug />}
      list={{ to: '/integrations', label: 'All integrations' }}
    />
  );
}

function ToolTitle({ tool }: { tool: Tool }) {
  return (
    <div className="grid gap-2.5">
      <BackLink to="/integrations">All integrations</BackLink>
      <div className="flex items-center gap-3">
        <ConnectionMark kind={tool} />
        <div className="min-w-0">
          <h2 className="text-lg font-semibold tracking-[-0.01em]">{TOOLS[tool].label}</h2>
          <p className="text-sm text-text-2">{TOOL_TEXT[tool]}</p>
        </div>
      </div>
    </div>
  );
}

const AS_IT_IS = {};

function UnconnectedTool({ tool }: { tool: Tool }) {
  const mayEdit = useMay()('connections.edit');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
      <ConnectCard tool={tool} />
      {mayEdit && (
        <ToolPreview
          tool={tool}
          settings={AS_IT_IS}
          description={`As ${TOOLS[tool].label} would get them. Names can be changed once it is connected.`}
        />
      )}
    </div>
  );
}

interface ConnectedToolProps extends ToolPageProps {
  connection: ToolConnection;
}

function ConnectedTool({ connection, latest }: ConnectedToolProps) {
  const { role } = useProject();
  const mayEdit = useMay()('connections.edit');
  const [isReplacing, setIsReplacing] = useState(false);
  return (
    <>
      {mayEdit && (
        <PageAction>
          <PauseButton connection={connection} />
        </PageAction>
      )}
      {!mayEdit && (
        <Notice title="You can see this integration but not change it">
          Your role here is {role}. Owners and admins change integrations.
        </Notice>
      )}
      <Attention connection={connection} onReplace={() => setIsReplacing(true)} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(300px,360px)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ToolSettingsForm connection={connection} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-lg:row-start-1">
          <ToolHealthCard health={connection.health} />
          <ToolConnectionCard connection={connection} onReplace={() => setIsReplacing(true)} />
          <BackfillCard connection={connection} />
        </div>
      </div>
      {latest(connection.connection_id)}
      {isReplacing && (
        <ChangeConnectionDialog connection={connection} onClose={() => setIsReplacing(false)} />
      )}
    </>
  );
}

function PauseButton({ connection: { tool, health } }: { connection: ToolConnection }) {
  const sync = useSyncTool(tool);
  const isActive = health.state === 'active';
  const { label } = TOOLS[tool];
  const change = () =>
    sync.mutate(
      { action: isActive ? 'pause' : 'resume' },
      { onError: (error) => toastFailure(`${label} was not ${isActive ? 'paused' : 'resumed'}`, error) },
    );
  return (
    <Button variant={isActive ? 'default' : 'primary'} loading={sync.isPending} onClick={change}>
      {isActive ? <Pause aria-hidden /> : <Play aria-hidden />}
      {isActive ? 'Pause' : 'Resume'}
    </Button>
  );
}

interface AttentionProps {
  connection: ToolConnection;
  onReplace: () => void;
}

/** What a person must do before anything is sent again. */
function Attention({ connection: { health, tool }, onReplace }: AttentionProps) {
  const mayEdit = useMay()('connections.edit');
  const { label } = TOOLS[tool];
  if (health.state === 'paused') {
    return (
      <Notice title={`${label} is paused`}>
        Nothing is sent. New events are queued and sent when someone resumes the connection.
      </Notice>
    );
  }
  if (health.state !== 'attention') return null;
  return (
    <Notice
      tone="warn"
      role="status"
      title={`${label} needs attention: nothing is sent`}
      action={
        mayEdit && (
          <Button size="sm" onClick={onReplace}>
            Replace credentials
          </Button>
        )
      }
    >
      {asSentence(health.reason ?? 'the tool refused what we sent')}
    </Notice>
  );
}

/** In the size of a connected tool. */
function ToolLoading() {
  return (
    <section
      aria-busy="true"
      aria-label="Loading"
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(300px,360px)]"
    >
      <Skeleton className="h-[420px] rounded-lg" />
      <div className="grid gap-4 max-lg:row-start-1">
        <Skeleton className="h-56 rounded-lg" />
        <Skeleton className="h-52 rounded-lg" />
      </div>
    </section>
  );
}
