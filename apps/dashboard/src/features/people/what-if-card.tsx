import type { DecisionView } from '@trailmark/contract/people';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';

/** What the same touches would have led to under other windows. */
export function WhatIfCard({ decision }: { decision: DecisionView }) {
  return (
    <Card>
      <CardHeader title="If the rules were…" />
      <CardBody>
        <DescriptionList>
          {decision.what_if.map(({ change, result, same }) => (
            <Description key={change} label={<span className="text-wrap">{change}</span>}>
              {same ? <span className="text-text-2">the same</span> : <b className="font-medium">{result}</b>}
            </Description>
          ))}
        </DescriptionList>
      </CardBody>
    </Card>
  );
}
