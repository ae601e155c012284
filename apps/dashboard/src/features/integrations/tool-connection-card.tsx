import { TOOLS, type ToolConnection } from '@trailmark/contract/analytics-tools';
import { useState } from 'react';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { credentialsOf, serverWords } from './tool-fields.ts';
import { useSyncTool } from './use-sync-tool.ts';

interface ToolConnectionCardProps {
  connection: ToolConnection;
  onReplace: () => void;
}

/** Where the tool is and with what it was connected. */
export function ToolConnectionCard({ connection, onReplace }: ToolConnectionCardProps) {
  const { timezone } = useProject();
  const mayEdit = useMay()('connections.edit');
  const { tool, settings, credential_hints } = connection;
  return (
    <Card>
      <CardHeader title="Connection" />
      <CardBody>
        <DescriptionList>
          <Description
            label={settings.host ? 'Server' : TOOLS[tool].regionLabel}
            className="[&_dd]:break-all"
          >
            {serverWords(tool, settings)}
          </Description>
          {credentialsOf(tool).map(({ name, label }) => (
            <Description key={name} label={label} mono>
              {credential_hints[name] ? `…${credential_hints[name]}` : 'stored'}
            </Description>
          ))}
          <Description label="Connected">
            <RelativeTime at={connection.connected_at} timeZone={timezone} />
          </Description>
          <Description label="Changed">
            <RelativeTime at={connection.updated_at} timeZone={timezone} />
          </Description>
        </DescriptionList>
      </CardBody>
      {mayEdit && (
        <CardFooter className="justify-start">
          <Button size="sm" onClick={onReplace}>
            Replace credentials
          </Button>
          <Disconnect connection={connection} />
        </CardFooter>
      )}
    </Card>
  );
}

function Disconnect({ connection: { tool } }: { connection: ToolConnection }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const sync = useSyncTool(tool);
  const { label } = TOOLS[tool];
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setIsConfirming(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Disconnect ${label}?`}
        text={`Nothing more is sent to ${label}, and queued deliveries are dropped. Its credentials and settings are deleted here. What ${label} already has stays there, and the delivery history keeps what was sent.`}
        confirmLabel="Disconnect"
        onConfirm={() => sync.mutateAsync({ action: 'disconnect' })}
      />
    </>
  );
}
