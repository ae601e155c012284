import { useQuery } from '@tanstack/react-query';
import { metricOf } from '@trailmark/contract/metrics';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { linksQuery } from '../../../project/campaign-links-query.ts';
import { useProject } from '../../../project/current-project.tsx';
import { MetricSheetProvider } from '../../../report/metric-sheet-provider.tsx';
import { useReportQuery } from '../../../report/use-report-range.ts';
import { UsualCpiProvider } from '../../../report/usual-cpi.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { useMayEditCampaign } from '../campaign-permission.ts';
import { LINK_METRICS, linkMetricsQuery } from '../campaigns-query.ts';
import { LinkDialog } from './link-dialog.tsx';
import { LinkRow } from './link-row.tsx';

interface LinksTabProps {
  campaignId: string;
  expected: number;
}

/** The ways into a campaign: one for each ad set, creative or poster that is reported separately. */
export function LinksTab({ campaignId, expected }: LinksTabProps) {
  const { project_id, platform } = useProject();
  const mayEdit = useMayEditCampaign();
  const [adding, setAdding] = useState(false);
  const links = useQuery(linksQuery(project_id, campaignId));
  const report = useReportQuery();
  const metrics = useQuery(linkMetricsQuery(report, campaignId));
  const metricColumns = LINK_METRICS.map((key) => ({
    label: metricOf(key, platform)?.label ?? key,
    numeric: true,
  }));
  return (
    <MetricSheetProvider>
      <UsualCpiProvider>
        <Card aria-busy={links.isPending}>
          <CardHeader
            title="Links"
            description="All lead to the same destinations. Give each ad set, creative or poster a link of its own to separate them in reports."
            actions={
              mayEdit && (
                <Button onClick={() => setAdding(true)}>
                  <Plus aria-hidden />
                  Add a link
                </Button>
              )
            }
            className="pb-3"
          />
          {metrics.isLoadingError && <LoadFailed what="the numbers of the links" query={metrics} />}
          {links.isLoadingError ? (
            <LoadFailed what="the links" query={links} />
          ) : (
            <ListTable
              label="Links"
              columns={[
                { label: 'Active', wideOnly: true },
                'Link',
                ...metricColumns,
                { label: 'Address', wideOnly: true },
                { label: 'Ad set', wideOnly: true },
                { label: 'Creative', wideOnly: true },
                { label: 'Ends', wideOnly: true },
              ]}
              rows={links.data}
              expected={Math.min(expected, 10)}
            >
              {(link) => (
                <LinkRow
                  key={link.link_id}
                  link={link}
                  // Before they are loaded, and where they cannot be, no number is shown.
                  values={metrics.data?.get(link.link_id) ?? null}
                  isLoading={metrics.isPending}
                />
              )}
            </ListTable>
          )}
          {adding && <LinkDialog campaignId={campaignId} onClose={() => setAdding(false)} />}
        </Card>
      </UsualCpiProvider>
    </MetricSheetProvider>
  );
}
