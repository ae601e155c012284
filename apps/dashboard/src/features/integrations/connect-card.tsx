import { TOOLS, type Tool } from '@trailmark/contract/analytics-tools';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { showServerReasons } from '../../failures/field-reason.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConnectFields } from './connect-fields.tsx';
import { type ConnectValues, connectBody, connectResolver, connectValues } from './connect-values.ts';
import { useSyncTool } from './use-sync-tool.ts';

/** A tool that is not connected: what would be sent, and what it takes. */
export function ConnectCard({ tool }: { tool: Tool }) {
  const { role } = useProject();
  const mayEdit = useMay()('connections.edit');
  const { label } = TOOLS[tool];
  return (
    <Card>
      <CardHeader
        title={`Connect ${label}`}
        description={`Every install with the campaign that is credited with it, and every event, sign-up and payment after that, is sent to ${label} within seconds. People keep the ids that your app gives them in ${label}; network, campaign and ad become properties of theirs.`}
      />
      {mayEdit ? (
        <ConnectForm tool={tool} />
      ) : (
        <CardBody>
          <Notice title="You can see integrations but not connect them">
            Your role here is {role}. An owner or admin can connect {label}.
          </Notice>
        </CardBody>
      )}
    </Card>
  );
}

function ConnectForm({ tool }: { tool: Tool }) {
  const { label } = TOOLS[tool];
  const resolver = useMemo(() => connectResolver(tool, false), [tool]);
  const form = useForm<ConnectValues, unknown, ConnectValues>({
    resolver,
    defaultValues: connectValues(tool, null),
  });
  const sync = useSyncTool(tool);
  const connect = (values: ConnectValues) => {
    const { settings, credentials } = connectBody(tool, values);
    const whole = { ...settings, events: null, event_names: {}, property_names: {} };
    sync.mutate(
      { action: 'connect', settings: whole, credentials },
      {
        onError: (error) => {
          showServerReasons(form, error);
          toastFailure(`${label} was not connected`, error);
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={form.handleSubmit(connect)}>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ConnectFields tool={tool} form={form} stored={null} />
      </CardBody>
      <CardFooter>
        <p>We check with {label} before anything is stored. Credentials are stored encrypted.</p>
        <Button type="submit" variant="primary" loading={sync.isPending} className="ml-auto">
          Connect
        </Button>
      </CardFooter>
    </form>
  );
}
