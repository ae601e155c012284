import { useMutation } from '@tanstack/react-query';
import type { Output } from '@trailmark/contract/call';
import { testWebhook, type Webhook } from '@trailmark/contract/webhooks';
import { useEffect, useRef } from 'react';
import { call } from '../../api/client.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { asSentence, durationWords } from '../../words/delivery-words.ts';
import { jsonInLines } from '../../words/json-in-lines.ts';
import { webhookName } from './webhook-words.ts';

interface TestWebhookDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

/** Sends a test message at once, and shows what came back. */
export function TestWebhookDialog({ webhook, onClose }: TestWebhookDialogProps) {
  const { project_id } = useProject();
  const { webhook_id } = webhook;
  const test = useMutation({ mutationFn: () => call(testWebhook, { body: { project_id, webhook_id } }) });
  const isSent = useRef(false);
  const { mutate } = test;
  useEffect(() => {
    // Once, also where the effect runs twice.
    if (isSent.current) return;
    isSent.current = true;
    mutate();
  }, [mutate]);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Test of ${webhookName(webhook)}`}
        description={<span className="mono break-all">{webhook.url}</span>}
        className="w-[min(640px,calc(100vw-24px))]"
      >
        <DialogBody className="grid-cols-[minmax(0,1fr)] content-start" aria-busy={test.isPending}>
          {test.isPending && (
            <p role="status" className="flex items-center gap-2 py-6 text-text-2">
              <Spinner />
              Sending, and waiting for the answer…
            </p>
          )}
          {test.error && (
            <Notice tone="bad" role="alert" title="No test was sent">
              {failureAdvice(test.error)}
            </Notice>
          )}
          {test.data && !test.isPending && <TestResult result={test.data} />}
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button>Close</Button>
          </DialogClose>
          <Button variant="primary" loading={test.isPending} onClick={() => test.mutate()}>
            Send again
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function TestResult({ result }: { result: Output<typeof testWebhook> }) {
  const { status, duration_ms, answer, delivered, verdict, request } = result;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <Notice
        tone={delivered ? 'good' : 'bad'}
        role="status"
        title={delivered ? 'The endpoint has it' : 'The endpoint did not take it'}
      >
        <span className="num">
          {status === null ? asSentence(verdict) : `Status ${status}`} after {durationWords(duration_ms)}.
        </span>
      </Notice>
      {answer ? (
        <CodeBlock label="Answer" code={jsonInLines(answer)} className="[&_pre]:max-h-48" />
      ) : (
        <p className="text-sm text-text-3">
          {status === null ? 'There was no answer.' : 'The answer was empty.'}
        </p>
      )}
      <CodeBlock label="Headers that were sent" code={headers.join('\n')} />
      <CodeBlock label="Body that was sent" code={jsonInLines(request.body)} />
    </>
  );
}
