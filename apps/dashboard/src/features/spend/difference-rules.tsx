import { Link } from '@tanstack/react-router';
import type { Output } from '@trailmark/contract/call';
import type { getNetworkDifference } from '@trailmark/contract/network-spend';
import { changeAddress } from '../../address/address-state.ts';
import { useProject } from '../../project/current-project.tsx';
import { zoneLabel } from '../../project/zone-label.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { NETWORK_WORDS } from '../../words/network-name.ts';
import { ruleWords } from './difference-words.ts';
import { type ClaimingNetwork, DEFAULT_SPEND_VIEW, SPEND_VIEW } from './spend-view.ts';

export type NetworkDifference = Output<typeof getNetworkDifference>;

interface DifferenceRulesProps {
  network: ClaimingNetwork;
  difference: NetworkDifference;
}

/** By which rules the network is taken to count, and how new its numbers are. */
export function DifferenceRules({ network, difference }: DifferenceRulesProps) {
  const { timezone } = useProject();
  const { network_rules, pulled_at } = difference;
  const words = ruleWords(network_rules);
  const zone = network_rules.time_zone;
  const facts = [
    { label: 'Clicks', value: words.clicks },
    { label: 'Views', value: words.views },
    { label: 'Counted on', value: words.day },
    { label: 'Time zone', value: zone ? zoneLabel(zone, new Date()) : 'not known, so that of this project' },
    {
      label: 'Last import',
      value: pulled_at ? <RelativeTime at={pulled_at} timeZone={timezone} /> : 'not for the whole period',
    },
  ];
  return (
    <Card>
      <CardHeader
        title={`How ${NETWORK_WORDS[network]} counts`}
        description="Its default settings. If your ad account uses others, installs move between causes."
      />
      <CardBody>
        <dl className="grid gap-2.5 text-sm">
          {facts.map(({ label, value }) => (
            <div key={label} className="grid gap-px">
              <dt className="text-text-3">{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  );
}

/** The network's number is too low where it was not asked, such as for a day that begins later in the account's zone. */
export function NotImported({ network }: { network: string }) {
  return (
    <Notice
      tone="info"
      title="Not every day is imported from every account"
      action={
        <Button size="sm" asChild>
          <Link to="." search={changeAddress(SPEND_VIEW, DEFAULT_SPEND_VIEW, { tab: 'imports' })}>
            Open imports
          </Link>
        </Button>
      }
    >
      What {network} claims for the missing days is not included. A day that has only just begun follows by
      itself.
    </Notice>
  );
}
