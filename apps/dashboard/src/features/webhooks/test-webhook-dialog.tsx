import { testWebhook, type Webhook } from '@trailmark/contract/webhooks';
import { call } from '../../api/client.ts';
import { useProject } from '../../project/current-project.tsx';
import { TestDialog } from '../../project/test-dialog.tsx';
import { webhookName } from './webhook-words.ts';

interface TestWebhookDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

const WORDS = { good: 'The endpoint accepted it', bad: 'The endpoint did not accept it' };

/** Sends a test message at once, and shows what came back. */
export function TestWebhookDialog({ webhook, onClose }: TestWebhookDialogProps) {
  const { project_id } = useProject();
  const { webhook_id } = webhook;
  const send = async () => {
    const { delivered, ...outcome } = await call(testWebhook, { body: { project_id, webhook_id } });
    return { ...outcome, accepted: delivered };
  };
  return (
    <TestDialog
      title={`Test of ${webhookName(webhook)}`}
      description={<span className="mono break-all">{webhook.url}</span>}
      send={send}
      words={WORDS}
      onClose={onClose}
    />
  );
}
