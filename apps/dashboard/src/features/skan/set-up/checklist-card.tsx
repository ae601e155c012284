import type { SkanSchemaMapping } from '@trailmark/contract/skan-schema';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ActivationLine } from './activation-line.tsx';
import { AppLine } from './app-line.tsx';
import { DomainLine } from './domain-line.tsx';
import { GoogleLine } from './google-line.tsx';
import { MetaLine } from './meta-line.tsx';
import { SchemaLine } from './schema-line.tsx';
import type { SkanSetUp } from './set-up-query.ts';
import { PostbacksLine, SdkLine } from './traffic-lines.tsx';

interface ChecklistCardProps {
  setUp: SkanSetUp;
  mapping: SkanSchemaMapping;
  domain: string;
  onDomainChange: (domain: string) => void;
}

/** What SKAN needs, in the order in which it is done. */
export function ChecklistCard({ setUp, mapping, domain, onDomainChange }: ChecklistCardProps) {
  return (
    <Card>
      <CardHeader
        title="Activation checklist"
        description="Each line shows the current state. Google Ads and Meta are needed only if you advertise there."
        className="pb-3"
      />
      <ol>
        <AppLine number={1} apps={setUp.apps} />
        <SchemaLine number={2} mapping={mapping} />
        <ActivationLine number={3} mapping={mapping} />
        <SdkLine number={4} />
        <DomainLine number={5} domain={domain} onDomainChange={onDomainChange} />
        <PostbacksLine number={6} setUp={setUp} />
        <GoogleLine number={7} isOn={mapping.activate_skan} />
        <MetaLine number={8} />
      </ol>
    </Card>
  );
}
