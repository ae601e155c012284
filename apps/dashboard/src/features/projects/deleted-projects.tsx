import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { listProjects, type Project, restoreProject } from '@trailmark/contract/projects';
import { ArchiveRestore } from 'lucide-react';
import { call } from '../../api/client.ts';
import { useRefreshUser } from '../../api/session.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast-store.ts';

/** Projects that were deleted and can still be brought back by the signed-in person. */
export const deletedProjectsQuery = queryOptions({
  queryKey: ['deleted-projects'],
  queryFn: () => call(listProjects, { query: { deleted: 'true' } }),
});

/** Nothing at all when nothing was deleted: the list is an offer, not a part of the screen. */
export function DeletedProjects() {
  const { data: projects = [] } = useQuery(deletedProjectsQuery);
  if (projects.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title="Recently deleted"
        description="With their members, settings and data, until they are removed for good."
      />
      <ul>
        {projects.map((project) => (
          <DeletedProject key={project.project_id} project={project} />
        ))}
      </ul>
    </Card>
  );
}

function DeletedProject({ project }: { project: Project }) {
  const queryClient = useQueryClient();
  const refreshUser = useRefreshUser();
  const router = useRouter();
  const { project_id, name } = project;
  const restore = useMutation({
    mutationFn: async () => {
      await call(restoreProject, { body: { project_id } });
      await refreshUser();
    },
    onSuccess: () => {
      toast({ title: `${name} is back`, description: 'Everything is as it was.' });
      void queryClient.invalidateQueries({ queryKey: deletedProjectsQuery.queryKey });
      router.history.push(`/overview?p_id=${project_id}`);
    },
    onError: (error) => toastFailure(`${name} was not restored`, error),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3">
      <ArchiveRestore aria-hidden className="size-4 shrink-0 text-text-3" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-medium break-words">{name}</p>
        {project.removal_at && (
          <p className="text-sm text-text-2">
            Removed for good <RelativeTime at={project.removal_at} />
          </p>
        )}
      </div>
      <Button loading={restore.isPending} onClick={() => restore.mutate()}>
        Restore<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}
