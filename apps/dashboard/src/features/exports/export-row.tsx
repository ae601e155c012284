import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createExportDownload, deleteExport, type Export } from '@trailmark/contract/exports';
import { Download, Trash2 } from 'lucide-react';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { formatDays } from '../../report/calendar-day.ts';
import { useToday } from '../../report/use-report-range.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { FORMAT_WORDS, isBusy, kindWords, sizeWords } from './export-words.ts';
import { exportsQuery } from './exports-query.ts';

const number = new Intl.NumberFormat('en');

export function ExportRow({ file }: { file: Export }) {
  const { timezone } = useProject();
  const today = useToday();
  const what = kindWords(file.kind, useProjectWords()).label;
  return (
    <TableRow>
      <TableCell>
        <span className="font-medium">{what}</span>{' '}
        <span className="text-text-3">{FORMAT_WORDS[file.format]}</span>
      </TableCell>
      <TableCell className="num text-text-2">{formatDays(file.from, file.to, today)}</TableCell>
      <TableCell className="w-64 whitespace-normal">
        <State file={file} />
      </TableCell>
      <TableCell numeric>{number.format(file.rows)}</TableCell>
      <TableCell numeric>{sizeWords(file.bytes)}</TableCell>
      <TableCell className="text-text-2">
        <RelativeTime at={file.requested_at} timeZone={timezone} />
      </TableCell>
      <TableCell className="py-1 text-right">
        <Actions file={file} what={`${what} ${formatDays(file.from, file.to, today)}`} />
      </TableCell>
    </TableRow>
  );
}

function State({ file }: { file: Export }) {
  const { timezone } = useProject();
  if (file.state === 'failed') {
    return (
      <span className="grid gap-0.5 py-1.5">
        <Tag tone="bad">Failed</Tag>
        <span className="text-sm text-text-2">{file.problem ?? 'We couldn’t write the file.'}</span>
      </span>
    );
  }
  if (isBusy(file)) {
    const percent = Math.floor(file.progress * 100);
    const words = file.state === 'waiting' ? 'Waiting for its turn' : `Writing… ${percent} %`;
    return (
      <span className="grid gap-1">
        <span className="num text-sm text-text-2">{words}</span>
        <Progress value={percent} label="Progress" valueText={words} />
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Tag tone="good">Done</Tag>
      {file.expires_at && (
        <span className="text-sm text-text-3">
          expires <RelativeTime at={file.expires_at} timeZone={timezone} />
        </span>
      )}
    </span>
  );
}

function Actions({ file, what }: { file: Export; what: string }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const { queryKey } = exportsQuery(project_id);
  const { export_id } = file;
  const fetchIt = useMutation({
    mutationFn: () => call(createExportDownload, { body: { project_id, export_id } }),
    // The address works once and without the token in the header; the browser stays on the page.
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastFailure('The file was not downloaded', error),
  });
  const remove = useMutation({
    mutationFn: () => call(deleteExport, { query: { project_id, export_id } }),
    onSuccess: () =>
      queryClient.setQueryData(queryKey, (before) => before?.filter((one) => one.export_id !== export_id)),
    onError: (error) => toastFailure('The export was not deleted', error),
  });
  return (
    <span className="inline-flex items-center gap-1">
      {file.state === 'done' && (
        <Button
          size="sm"
          aria-label={`Download ${what}`}
          loading={fetchIt.isPending}
          onClick={() => fetchIt.mutate()}
        >
          <Download aria-hidden />
          Download
        </Button>
      )}
      <IconButton
        label={isBusy(file) ? `Stop ${what}` : `Delete ${what}`}
        size="sm"
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  );
}
