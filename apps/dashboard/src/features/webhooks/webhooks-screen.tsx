import { useQuery } from '@tanstack/react-query';
import { MAX_WEBHOOKS } from '@trailmark/contract/webhooks';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { VerifyGuide } from './verify-guide.tsx';
import { AddWebhookDialog } from './webhook-dialogs.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { webhooksQuery } from './webhooks-query.ts';

/** Where do our own systems hear of it? */
export function WebhooksScreen() {
  const { project_id, role } = useProject();
  const mayEdit = useMay()('connections.edit');
  const webhooks = useQuery(webhooksQuery(project_id));
  const [isAdding, setIsAdding] = useState(false);
  const count = webhooks.data?.length;
  return (
    <Page className="max-w-[1180px]">
      {mayEdit && (
        <PageAction>
          <Button
            variant="primary"
            disabled={count !== undefined && count >= MAX_WEBHOOKS}
            onClick={() => setIsAdding(true)}
          >
            <Plus aria-hidden />
            Add an endpoint
          </Button>
        </PageAction>
      )}
      {!mayEdit && (
        <Notice title="You can see these endpoints but not change them">
          Your role here is {role}. Owners and admins change webhooks.
        </Notice>
      )}
      {isAdding && <AddWebhookDialog onClose={() => setIsAdding(false)} />}
      <Card aria-busy={webhooks.isPending}>
        <CardHeader
          title="Endpoints"
          description={`Your URLs that get a message for each install, event and payment. A project has at most ${MAX_WEBHOOKS}.`}
          className="pb-3"
        />
        {webhooks.isLoadingError && <LoadFailed what="the endpoints" query={webhooks} />}
        {webhooks.isPending && <EndpointsLoading />}
        {count === 0 && <NoEndpoint mayEdit={mayEdit} onAdd={() => setIsAdding(true)} />}
        {webhooks.data && count !== 0 && (
          <ul>
            {webhooks.data.map((webhook) => (
              <WebhookRow key={webhook.webhook_id} webhook={webhook} mayEdit={mayEdit} />
            ))}
          </ul>
        )}
      </Card>
      <VerifyGuide />
    </Page>
  );
}

function NoEndpoint({ mayEdit, onAdd }: { mayEdit: boolean; onAdd: () => void }) {
  return (
    <EmptyState
      icon={<WebhookIcon />}
      title="No endpoints yet"
      text={
        mayEdit
          ? 'Add a URL of your own system, or an incoming webhook of Slack. You can send a test at once.'
          : 'Once an owner or admin has added an endpoint, it gets a message for each install, event and payment.'
      }
      action={mayEdit && <Button onClick={onAdd}>Add an endpoint</Button>}
      className="py-8"
    />
  );
}

function EndpointsLoading() {
  return (
    <div className="grid gap-2 border-t border-line px-4 py-3.5">
      <Skeleton className="w-48" />
      <SkeletonText lines={3} className="max-w-[520px]" />
    </div>
  );
}
