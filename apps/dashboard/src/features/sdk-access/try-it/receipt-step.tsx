import { useQuery } from '@tanstack/react-query';
import { requestCurl } from '../../../project/curl-examples.ts';
import { useProject } from '../../../project/current-project.tsx';
import { projectTokenQuery } from '../../../project/project-token-query.ts';
import { useProjectWords } from '../../../project/project-words.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import type { DrawReceipt, SimulatedOpen } from './simulated-open.ts';
import { Step } from './step.tsx';

/** What was sent, what the app would read, and why. */
export function ReceiptStep({
  simulated,
  receipt,
}: {
  simulated: SimulatedOpen | null;
  receipt: DrawReceipt;
}) {
  const { newInstall } = useProjectWords();
  return (
    <Step
      number={3}
      title="Read the receipt"
      text={
        simulated
          ? `Every real ${newInstall} has a receipt like this, under People.`
          : 'It says which touches were considered, and why one of them is credited.'
      }
      done={simulated !== null}
    >
      {simulated && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:pl-[34px]">
          {receipt(simulated.decision)}
          {simulated.request.platform === 'WEB' ? (
            <Exchange simulated={simulated} />
          ) : (
            <Calls simulated={simulated} />
          )}
        </div>
      )}
    </Step>
  );
}

/** The script sends it from a page, with the token of its host: a terminal has neither. */
function Exchange({ simulated: { request, answer } }: { simulated: SimulatedOpen }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2">
      <CodeBlock label="What the script sends" code={JSON.stringify(request, null, 2)} />
      <CodeBlock label="What the page gets" code={JSON.stringify(answer, null, 2)} />
    </div>
  );
}

function Calls({ simulated: { request, answer } }: { simulated: SimulatedOpen }) {
  const { project_id } = useProject();
  const { data } = useQuery(projectTokenQuery(project_id));
  const body = { token: data?.token ?? '…', ...request };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <CodeBlock
          label="The call, to send it for real"
          code={requestCurl(window.location.origin, 'init', body)}
        />
        <p className="text-sm text-text-3">Sent from a terminal it counts like any other install.</p>
      </div>
      <CodeBlock label="What the app gets" code={JSON.stringify(answer, null, 2)} />
    </div>
  );
}
