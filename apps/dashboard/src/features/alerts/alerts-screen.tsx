import { useQuery } from '@tanstack/react-query';
import type { AlertRule } from '@trailmark/contract/alerts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useOpened } from '../../address/use-opened.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { ZoneChip } from '../../project/zone-chip.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { AlertRow } from './alert-row.tsx';
import { alertsQuery } from './alerts-query.ts';
import { FiringHistory } from './firing-history.tsx';
import { NoAlerts } from './no-alerts.tsx';

/** What is watched, and does anything need a person now? */
export function AlertsScreen() {
  const { project_id, timezone } = useProject();
  const mayEdit = useMay()('alerts.edit');
  const list = useQuery(alertsQuery(project_id));
  const [isCreating, setIsCreating] = useOpened('alert');
  const [edited, setEdited] = useState<AlertRule | null>(null);
  const isEmpty = list.data?.alerts.length === 0;
  return (
    <Page>
      <PageAction>
        <span className="max-sm:hidden">
          <ZoneChip timezone={timezone} />
        </span>
        {mayEdit && (
          <Button variant="primary" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden />
            New alert
          </Button>
        )}
      </PageAction>
      {list.data?.has_mail_server === false && (
        <Notice tone="warn" title="No mail server is set up">
          Mails are printed in the terminal in which Trailmark runs. Set SMTP_URL to have them sent.
        </Notice>
      )}
      <Card aria-busy={list.isPending}>
        <CardHeader
          title="Alerts"
          description="Checked every 5 to 15 minutes. One mail when an alert opens, one when it is over."
          className="pb-3"
        />
        {list.isLoadingError && <LoadFailed what="the alerts" query={list} />}
        {isEmpty && <NoAlerts onCreate={() => setIsCreating(true)} />}
        {!list.isLoadingError && !isEmpty && (
          <ListTable
            label="Alerts"
            columns={[
              'Alert',
              'State',
              { label: 'Mailed to', wideOnly: true },
              { label: 'Last checked', wideOnly: true },
            ]}
            rows={list.data?.alerts}
            expected={3}
          >
            {(alert) => <AlertRow key={alert.rule_id} alert={alert} onEdit={() => setEdited(alert)} />}
          </ListTable>
        )}
      </Card>
      {!isEmpty && list.data && <FiringHistory />}
      {isCreating && mayEdit && <AlertDialog onOpenChange={setIsCreating} />}
      {edited && <AlertDialog onOpenChange={(isOpen) => !isOpen && setEdited(null)} alert={edited} />}
    </Page>
  );
}
