import { useQuery } from '@tanstack/react-query';
import { EXPORT_HOURS } from '@trailmark/contract/exports';
import { FileDown, Plus } from 'lucide-react';
import { useOpened } from '../../address/use-opened.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { ZoneChip } from '../../project/zone-chip.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { ExportRow } from './export-row.tsx';
import { exportsQuery } from './exports-query.ts';
import { NewExportDialog } from './new-export-dialog.tsx';

/** How do I get the rows themselves? */
export function ExportsScreen() {
  const { project_id, timezone } = useProject();
  const { newInstalls } = useProjectWords();
  const list = useQuery(exportsQuery(project_id));
  const [isCreating, setIsCreating] = useOpened('export');
  const isEmpty = list.data?.length === 0;
  const add = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      <Plus aria-hidden />
      New export
    </Button>
  );
  return (
    <Page>
      <PageAction>
        {/* On a phone there is no room for it; the form of an export says the zone too. */}
        <span className="max-sm:hidden">
          <ZoneChip timezone={timezone} />
        </span>
        {add}
      </PageAction>
      <Card aria-busy={list.isPending}>
        <CardHeader
          title="Your exports"
          description={`Raw clicks, impressions, ${newInstalls} and events as files. A finished file can be downloaded for ${EXPORT_HOURS} hours; only you see it.`}
          className="pb-3"
        />
        {list.isLoadingError && <LoadFailed what="the exports" query={list} />}
        {isEmpty && (
          <EmptyState
            icon={<FileDown />}
            title="No exports yet"
            text="Choose the data and the days. The file is written in the background, so you can leave this page."
            action={<Button onClick={() => setIsCreating(true)}>New export</Button>}
          />
        )}
        {!list.isLoadingError && !isEmpty && (
          <Table label="Exports">
            <TableHead>
              <TableRow>
                <TableHeaderCell>What</TableHeaderCell>
                <TableHeaderCell>Days</TableHeaderCell>
                <TableHeaderCell className="w-64">State</TableHeaderCell>
                <TableHeaderCell numeric>Rows</TableHeaderCell>
                <TableHeaderCell numeric>Size</TableHeaderCell>
                <TableHeaderCell>Requested</TableHeaderCell>
                <TableHeaderCell>
                  <span className="sr-only">Actions</span>
                </TableHeaderCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {list.isPending && <SkeletonRows rows={4} columns={7} />}
              {list.data?.map((one) => (
                <ExportRow key={one.export_id} file={one} />
              ))}
            </TableBody>
          </Table>
        )}
      </Card>
      <NewExportDialog open={isCreating} onOpenChange={setIsCreating} />
    </Page>
  );
}
