import { useMutation } from '@tanstack/react-query';
import { ORGANIC } from '@trailmark/contract/networks';
import { type DecisionView, recomputeDecision } from '@trailmark/contract/people';
import { call } from '../../api/client.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { zoneLabel } from '../../project/zone-label.ts';
import { networkWords } from '../../report/dimension-words.ts';
import { NO_VALUE } from '../../report/format-value.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tag } from '../../ui/tag.tsx';
import {
  decisionWords,
  madeByWords,
  matchWords,
  reasonWords,
  verdictWords,
} from '../../words/attribution-words.ts';
import { formatInstant } from '../../words/format-instant.ts';
import { consentWords } from './consent-words.ts';
import { spanWords } from './span-words.ts';

interface DecisionCardProps {
  installId: string;
  installedAt: string | null;
  decision: DecisionView;
}

/** What was decided, by which rules, and whether it can be trusted. */
export function DecisionCard({ installId, installedAt, decision }: DecisionCardProps) {
  const { timezone } = useProject();
  const words = useProjectWords();
  const { kind, is_hidden, match_type, touches, touched_at, rule_version, decided_at } = decision;
  const source = is_hidden ? 'another campaign' : sourceOf(decision);
  const until = kind === 'install' || kind === 'reinstall' ? (installedAt ?? decision.in_force_from) : null;
  return (
    <Card>
      <CardHeader title="Decision" />
      <CardBody className="grid gap-3.5">
        <DescriptionList>
          <Description label="Result">
            <Tag tone={match_type === 'organic' ? 'neutral' : 'accent'}>
              {decisionWords(kind, words)} · {source}
            </Tag>
          </Description>
          <Description label="Match">{matchWords(match_type)}</Description>
          <Description label="Made by">{madeByWords(decision.made_by, words)}</Description>
          <Description label="Touches compared">{touches.length}</Description>
          <Description label={until ? `Touch to ${words.arrival}` : 'Touch to return'}>
            {touched_at ? between(touched_at, until ?? decision.in_force_from) : NO_VALUE}
          </Description>
          <Description label="Rules">version {rule_version}</Description>
          <Description label="Decided">
            <time dateTime={decided_at}>{formatInstant(decided_at, timezone, true)}</time>{' '}
            <span className="text-text-3">{zoneLabel(timezone, new Date(decided_at))}</span>
          </Description>
          <Plausibility decision={decision} />
          {decision.consent && (
            <Description label="Consent then">
              <span className="text-wrap">{consentWords(decision.consent)}</span>
            </Description>
          )}
        </DescriptionList>
        {decision.made_by !== 'import' && <Recompute installId={installId} revision={decision.revision} />}
      </CardBody>
    </Card>
  );
}

function sourceOf({ match_type, network, campaign_name }: DecisionView): string {
  if (match_type === 'organic') return networkWords(ORGANIC);
  return network === 'NONE' ? (campaign_name ?? 'own media') : networkWords(network);
}

function between(from: string, to: string): string {
  return spanWords((Date.parse(to) - Date.parse(from)) / 1000);
}

function Plausibility({ decision: { verdict, reasons } }: { decision: DecisionView }) {
  const { label, tone } = verdictWords(verdict);
  return (
    <Description label="Plausibility">
      <span className="inline-flex flex-wrap justify-end gap-1.5">
        <Tag tone={tone}>{label}</Tag>
        {reasons.map((reason) => (
          <Tag key={reason}>{reasonWords(reason)}</Tag>
        ))}
      </span>
    </Description>
  );
}

function Recompute({ installId, revision }: { installId: string; revision: number }) {
  const { project_id } = useProject();
  const recompute = useMutation({
    mutationFn: () => call(recomputeDecision, { body: { project_id, install_id: installId, revision } }),
  });
  const { data, error } = recompute;
  return (
    <div className="grid gap-2.5">
      <Button onClick={() => recompute.mutate()} loading={recompute.isPending}>
        Recompute
      </Button>
      <div role="status" className="empty:hidden">
        {data?.same && (
          <Notice tone="good">
            The stored values lead to the same decision under the rules of that time.
          </Notice>
        )}
        {data && !data.same && (
          <Notice tone="bad" title="The decision would be different">
            {data.difference}
          </Notice>
        )}
        {error && (
          <Notice tone="bad" title="We couldn’t recompute the decision">
            {failureAdvice(error)}
          </Notice>
        )}
      </div>
    </div>
  );
}
