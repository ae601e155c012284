import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUser } from '../../api/session.ts';
import { toast } from '../../ui/toast-store.ts';
import { WaitingInvites } from '../invites/waiting-invites.tsx';
import { DeletedProjects } from '../projects/deleted-projects.tsx';
import { ProjectForm } from '../projects/project-form.tsx';

/** Joins what is there already, brings back what was deleted, or makes something new. */
export function FirstProject({ back }: { back: ReactNode }) {
  const router = useRouter();
  const { invites } = useUser();
  return (
    <>
      <WaitingInvites />
      <DeletedProjects />
      <section className="grid gap-4">
        {invites.length > 0 && <h2 className="text-lg">Or start a project of your own</h2>}
        <ProjectForm
          secondary={back}
          onCreated={({ project_id, name }) => {
            toast({ title: `${name} is ready` });
            router.history.replace(`/overview?p_id=${project_id}`);
          }}
        />
      </section>
    </>
  );
}
