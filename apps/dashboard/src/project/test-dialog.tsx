import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { failureAdvice } from '../failures/failure-advice.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { asSentence, durationWords } from '../words/delivery-words.ts';
import { jsonInLines } from '../words/json-in-lines.ts';

/** What became of a test that was sent. */
export interface TestOutcome {
  accepted: boolean;
  /** null: no answer came. */
  status: number | null;
  duration_ms: number;
  /** In words. */
  verdict: string;
  answer: string;
  request: { url?: string; headers: Record<string, string>; body: string };
}

interface TestDialogProps<Outcome extends TestOutcome> {
  title: string;
  description: ReactNode;
  send: () => Promise<Outcome>;
  /** What a result is called: accepted, and not. */
  words: { good: string; bad: string };
  /** What else is to be said about a result. */
  details?: (outcome: Outcome) => ReactNode;
  onClose: () => void;
}

/** Sends a test at once, and shows what came back. */
export function TestDialog<Outcome extends TestOutcome>(props: TestDialogProps<Outcome>) {
  const { title, description, send, words, details, onClose } = props;
  const test = useMutation({ mutationFn: send });
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
      <DialogContent title={title} description={description} className="w-[min(640px,calc(100vw-24px))]">
        {/* What scrolls inside it would otherwise be squeezed before the dialog itself scrolls. */}
        <DialogBody
          className="auto-rows-max grid-cols-[minmax(0,1fr)] content-start"
          aria-busy={test.isPending}
        >
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
          {test.data && !test.isPending && (
            <TestResult outcome={test.data} words={words}>
              {details?.(test.data)}
            </TestResult>
          )}
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

interface TestResultProps {
  outcome: TestOutcome;
  words: { good: string; bad: string };
  children: ReactNode;
}

function TestResult({ outcome, words, children }: TestResultProps) {
  const { status, duration_ms, answer, accepted, verdict, request } = outcome;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <Notice tone={accepted ? 'good' : 'bad'} role="status" title={accepted ? words.good : words.bad}>
        <span className="num">
          {status === null ? asSentence(verdict) : `Status ${status}`} after {durationWords(duration_ms)}.
        </span>
      </Notice>
      {children}
      {answer ? (
        <CodeBlock label="Answer" code={jsonInLines(answer)} className="[&_pre]:max-h-48" />
      ) : (
        <p className="text-sm text-text-3">
          {status === null ? 'There was no answer.' : 'The answer was empty.'}
        </p>
      )}
      {request.url && <CodeBlock label="Address it was sent to" code={request.url} />}
      <CodeBlock label="Headers that were sent" code={headers.join('\n')} />
      {request.body && <CodeBlock label="Body that was sent" code={jsonInLines(request.body)} />}
    </>
  );
}
