import { eventWords } from '@trailmark/contract/event-words';
import { BarList } from '../../../charts/bar-list.tsx';
import { useProjectWords } from '../../../project/project-words.ts';
import type { OpenedMetric } from '../../../report/metric-filter.ts';
import { MetricNumber } from '../../../report/metric-number.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import type { CampaignDetails } from './campaign-details-query.ts';

interface CampaignEventsProps extends Pick<OpenedMetric, 'of' | 'filter'> {
  /** Null while they load. */
  details: CampaignDetails | null;
}

const SHOWN = 20;

/** What people of this campaign did. */
export function CampaignEvents({ details, ...scope }: CampaignEventsProps) {
  const words = useProjectWords();
  const more = (details?.events.length ?? 0) - SHOWN;
  return (
    <Card className="w-full max-w-[900px]">
      <CardHeader
        title="Events"
        actions={more > 0 && <span className="text-sm text-text-3">and {more} more</span>}
      />
      <div className="px-4 pb-3">
        {details?.events.length === 0 ? (
          <p className="py-6 text-center text-sm text-text-2">No events in this period.</p>
        ) : (
          <BarList
            label="Events"
            heads={['Event', 'Count', 'First time']}
            expected={6}
            rows={
              details?.events.slice(0, SHOWN).map(({ name, count, first_time_installs }) => ({
                key: name,
                label: <span title={name}>{eventWords(name, words)}</span>,
                size: count,
                color: 'blue' as const,
                cells: [
                  <MetricNumber key="count" metric={`event:${name}`} value={count} {...scope} />,
                  <MetricNumber
                    key="first"
                    metric={`event_unique:${name}`}
                    value={first_time_installs}
                    {...scope}
                  />,
                ],
              })) ?? null
            }
          />
        )}
      </div>
    </Card>
  );
}
