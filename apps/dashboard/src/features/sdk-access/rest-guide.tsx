import { useState } from 'react';
import { captureEventCurl, initCurl } from '../../project/curl-examples.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const PLATFORMS = [
  { value: 'ANDROID', label: 'Android' },
  { value: 'IOS', label: 'iOS' },
] as const;

/** Two calls that can be tried in a terminal, with the project's own token in them; null while it loads. */
export function RestGuide({ token }: { token: string | null }) {
  const [platform, setPlatform] = useState<'IOS' | 'ANDROID'>('ANDROID');
  const where = { origin: window.location.origin, token: token ?? '', platform };
  return (
    <Card aria-busy={token === null}>
      <CardHeader
        title="Try it over REST"
        description="Every SDK makes these calls. The token of this project is filled in: paste them into a terminal. What they send counts like any other install."
        actions={
          <Segmented aria-label="Platform" options={PLATFORMS} value={platform} onValueChange={setPlatform} />
        }
      />
      <CardBody>
        <ol className="grid gap-4">
          <Step
            number={1}
            title="First open"
            text="Says that the app runs. The answer carries the attribution: source, campaign and deep link."
            label="POST /api/client/init"
            code={token === null ? null : initCurl(where)}
          />
          <Step
            number={2}
            title="An event"
            text="What people do, under the same install. Sent twice with the same event_id it counts once."
            label="POST /api/client/capture-event"
            code={token === null ? null : captureEventCurl(where)}
          />
        </ol>
        <p className="mt-4 text-sm text-text-2">
          Every call and field is in the{' '}
          <a href="/api/docs" target="_blank" rel="noreferrer" className="link">
            API reference
          </a>
          .
        </p>
      </CardBody>
    </Card>
  );
}

interface StepProps {
  number: number;
  title: string;
  text: string;
  label: string;
  code: string | null;
}

function Step({ number, title, text, label, code }: StepProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h3 className="font-medium">
        {number}. {title}
      </h3>
      <p className="max-w-[72ch] text-sm text-text-2">{text}</p>
      {code === null ? <Skeleton className="h-44 rounded-md" /> : <CodeBlock label={label} code={code} />}
    </li>
  );
}
