import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Output } from '@trailmark/contract/call';
import type { CampaignRow, listCampaigns } from '@trailmark/contract/campaign-report';
import { usualColumns } from '@trailmark/contract/metrics';
import { Megaphone } from 'lucide-react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { Delta } from '../../report/delta.tsx';
import type { MetricFilter } from '../../report/metric-filter.ts';
import { MetricHeaderCells } from '../../report/metric-header-cells.tsx';
import { MetricNumber } from '../../report/metric-number.tsx';
import { usePeriodWords } from '../../report/use-period-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ROW_LINK } from '../../ui/row-link.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { networkName } from '../../words/network-name.ts';
import { RANKED_BY, TOP_CAMPAIGNS } from './overview-query.ts';

interface TopCampaignsProps {
  query: UseQueryResult<Output<typeof listCampaigns>>;
  /** That of the screen. */
  filter: MetricFilter;
}

/** The campaigns with the most installs. */
export function TopCampaigns({ query, filter }: TopCampaignsProps) {
  const { data } = query;
  const columns = usualColumns(useProject().platform);
  const period = usePeriodWords(data);
  return (
    <Card aria-busy={query.isFetching}>
      <CardHeader
        title="Top campaigns"
        actions={
          data &&
          data.count > 0 && (
            <span className="flex gap-4">
              <Link
                to="/campaigns"
                search={(before) => ({
                  ...before,
                  metric: undefined,
                  group: 'creative_name',
                  sort: 'spend',
                })}
                className="link text-sm"
              >
                Creatives
              </Link>
              <Link
                to="/campaigns"
                search={(before) => ({ ...before, metric: undefined, sort: 'installs' })}
                className="link num text-sm"
              >
                All {new Intl.NumberFormat('en').format(data.count)}
              </Link>
            </span>
          )
        }
      />
      {query.isLoadingError && <LoadFailed what="the campaigns" query={query} />}
      {data?.count === 0 && <NoCampaign />}
      {!query.isLoadingError && data?.count !== 0 && (
        <Table
          label="Top campaigns"
          className={cn('transition-opacity', query.isPlaceholderData && 'opacity-60')}
        >
          <TableHead>
            <TableRow>
              <TableHeaderCell>Campaign</TableHeaderCell>
              <TableHeaderCell className="max-sm:hidden">Network</TableHeaderCell>
              <MetricHeaderCells metrics={columns} />
            </TableRow>
          </TableHead>
          <TableBody>
            {data ? (
              data.items.map((campaign) => (
                <TopRow
                  key={campaign.campaign_id}
                  campaign={campaign}
                  columns={columns}
                  period={period}
                  filter={filter}
                />
              ))
            ) : (
              <SkeletonRows rows={TOP_CAMPAIGNS} columns={columns.length + 2} />
            )}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}

interface TopRowProps {
  campaign: CampaignRow;
  columns: readonly string[];
  /** The period that they are compared with; null where they are not. */
  period: string | null;
  filter: MetricFilter;
}

function TopRow({ campaign, columns, period, filter }: TopRowProps) {
  const { currency } = useProject();
  const { campaign_id, name, values, previous } = campaign;
  const own = { of: name, filter: { ...filter, campaigns: campaign_id } };
  return (
    <TableRow>
      <TableCell className="max-w-72">
        <Link
          {...ROW_LINK}
          to="/campaigns/$campaign_id"
          params={{ campaign_id }}
          title={name}
          className="block truncate font-medium hover:underline"
        >
          {name}
        </Link>
      </TableCell>
      <TableCell className="text-text-2 max-sm:hidden">{networkName(campaign)}</TableCell>
      {columns.map((metric) => (
        <TableCell key={metric} numeric>
          <span className="inline-flex items-baseline gap-1.5">
            {period !== null && metric === RANKED_BY && (
              <Delta
                metric={metric}
                value={values[metric]}
                previous={previous?.[metric]}
                period={period}
                style={{ currency }}
                inline
                explain={own}
                className="text-xs"
              />
            )}
            <MetricNumber metric={metric} value={values[metric] ?? null} values={values} {...own} />
          </span>
        </TableCell>
      ))}
    </TableRow>
  );
}

function NoCampaign() {
  const { newInstalls } = useProjectWords();
  const mayEdit = useMay()('campaigns.edit');
  return (
    <EmptyState
      icon={<Megaphone />}
      title="No campaigns yet"
      text={`Campaigns with the most ${newInstalls} will be listed here.`}
      action={
        mayEdit && (
          <Button asChild>
            <Link to="/campaigns/new">Create a campaign</Link>
          </Button>
        )
      }
    />
  );
}
