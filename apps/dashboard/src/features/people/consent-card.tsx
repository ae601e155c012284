import type { ConsentAnswer } from '@trailmark/contract/consent';
import type { InstallView } from '@trailmark/contract/people';
import { ChevronRight } from 'lucide-react';
import { useProject } from '../../project/current-project.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';
import { shortInstant } from '../../words/format-instant.ts';
import { answerWords, PURPOSE_WORDS } from './consent-words.ts';

/** What the person has agreed to, and what they have withdrawn. Nothing where the app has not said. */
export function ConsentCard({ install: { consent } }: { install: InstallView }) {
  const { timezone } = useProject();
  if (!consent) return null;
  const { answers, changes } = consent;
  // The first answer to each question is above.
  const hasHistory = changes.length > answers.length;
  return (
    <Card>
      <CardHeader title="Consent" />
      <CardBody className="grid gap-3">
        <DescriptionList>
          {answers.map((one) => (
            <Description key={one.purpose} label={PURPOSE_WORDS[one.purpose]}>
              {answerWords(one)}
              {one.given_at && (
                <span className="text-text-2">
                  {' '}
                  since <time dateTime={one.given_at}>{shortInstant(one.given_at, timezone)}</time>
                </span>
              )}
            </Description>
          ))}
        </DescriptionList>
        {hasHistory && <ConsentHistory changes={changes} />}
      </CardBody>
    </Card>
  );
}

function ConsentHistory({ changes }: { changes: ConsentAnswer[] }) {
  const { timezone } = useProject();
  return (
    <details className="group border-t border-line pt-2 text-sm">
      <summary className="flex items-center gap-2 rounded-xs text-text-2 select-none">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-text-3 transition-transform group-open:rotate-90"
        />
        All changes
      </summary>
      <ol className="mt-2 grid gap-1">
        {changes.map((one) => (
          <li key={`${one.given_at} ${one.purpose}`} className="flex justify-between gap-4">
            <span>
              {PURPOSE_WORDS[one.purpose]}: {answerWords(one)}
            </span>
            {one.given_at && (
              <time dateTime={one.given_at} className="num text-text-2">
                {shortInstant(one.given_at, timezone)}
              </time>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
