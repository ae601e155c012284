import { useQuery } from '@tanstack/react-query';
import { projectQuery, useProject } from '../../../project/current-project.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

const LOOK_EVERY_MS = 3000;

/** Stands until all days are counted anew, and looks itself whether they are. */
export function RefoldNotice() {
  const { project_id } = useProject();
  useQuery({ ...projectQuery(project_id), refetchInterval: LOOK_EVERY_MS });
  return (
    <Notice role="status" title="Reports are being recomputed" action={<Spinner className="size-4" />}>
      Days begin at another time than before. Until that is done, numbers of single days can still change.
    </Notice>
  );
}
