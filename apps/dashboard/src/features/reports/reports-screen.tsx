import { useQuery } from '@tanstack/react-query';
import type { ScheduledReport } from '@trailmark/contract/scheduled-reports';
import { MailPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { nameParam } from '../../address/address-params.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { ZoneChip } from '../../project/zone-chip.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { MailHistory } from './mail-history.tsx';
import { OVERVIEW, ReportDialog } from './report-dialog.tsx';
import { ReportRow } from './report-row.tsx';
import { reportsQuery } from './reports-query.ts';

/** The view that a new report is to be about: a view is sent from its own screen. */
const SENT = { send: nameParam('send', (id) => id === OVERVIEW || /^[0-9a-f-]{36}$/.test(id)) };
const NOTHING = { send: '' };

/** What is mailed to whom, and did it arrive? */
export function ReportsScreen() {
  const { project_id, timezone } = useProject();
  const list = useQuery(reportsQuery(project_id));
  const [{ send }, change] = useAddressState(SENT, NOTHING, { replace: () => true });
  const [edited, setEdited] = useState<ScheduledReport | null>(null);
  const create = () => change({ send: OVERVIEW });
  const isEmpty = list.data?.reports.length === 0;
  return (
    <Page>
      <PageAction>
        <span className="max-sm:hidden">
          <ZoneChip timezone={timezone} />
        </span>
        <Button variant="primary" onClick={create}>
          <Plus aria-hidden />
          Schedule a report
        </Button>
      </PageAction>
      {list.data?.has_mail_server === false && (
        <Notice tone="warn" title="No mail server is set up">
          Mails are printed in the terminal in which Trailmark runs. Set SMTP_URL to have them sent.
        </Notice>
      )}
      <Card aria-busy={list.isPending}>
        <CardHeader
          title="Scheduled reports"
          description="The overview or a saved view by mail: what changed, the metrics, the top campaigns."
          className="pb-3"
        />
        {list.isLoadingError && <LoadFailed what="the reports" query={list} />}
        {isEmpty && (
          <EmptyState
            icon={<MailPlus />}
            title="No scheduled reports yet"
            text="Get the overview every morning, or a view every Monday. Everyone gets the numbers that they may see."
            action={<Button onClick={create}>Schedule a report</Button>}
          />
        )}
        {!list.isLoadingError && !isEmpty && (
          <ListTable
            label="Scheduled reports"
            columns={[
              'Report',
              { label: 'Recipients', wideOnly: true },
              { label: 'Next', wideOnly: true },
              { label: 'Last mail', wideOnly: true },
            ]}
            rows={list.data?.reports}
            expected={3}
          >
            {(report) => (
              <ReportRow key={report.report_id} report={report} onChange={() => setEdited(report)} />
            )}
          </ListTable>
        )}
      </Card>
      {!isEmpty && list.data && <MailHistory reports={list.data.reports} />}
      {send !== '' && (
        <ReportDialog open onOpenChange={(open) => !open && change({ send: '' })} viewId={send} />
      )}
      {edited && <ReportDialog open onOpenChange={(open) => !open && setEdited(null)} report={edited} />}
    </Page>
  );
}
