import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useUser } from '../../api/session.ts';
import { WhoAmI } from '../../features/account/who-am-i.tsx';
import { WaitingInvites } from '../../features/invites/waiting-invites.tsx';
import { DeletedProjects } from '../../features/projects/deleted-projects.tsx';
import { ProjectForm } from '../../features/projects/form/project-form.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { WelcomeFrame } from './welcome-frame.tsx';

/** Who am I, and what do I measure? */
export function WelcomeScreen() {
  const user = useUser();
  const router = useRouter();
  const [backAtStart, setBackAtStart] = useState(false);
  const project = user.project_members.at(-1);

  if (!user.first_name || backAtStart) {
    return (
      <WelcomeFrame
        step={project ? null : 1}
        title="Welcome to Trailmark"
        text="Who are you? Your colleagues will see your name next to what you change."
      >
        <WhoAmI
          onSaved={({ project_members, invites }) => {
            setBackAtStart(false);
            const joined = project_members.at(-1);
            // Somebody who came by an invite has a project already; further invites are worth a look first.
            if (joined && invites.length === 0) router.history.replace(`/overview?p_id=${joined.project_id}`);
          }}
        />
      </WelcomeFrame>
    );
  }
  const back = project ? (
    <Button variant="quiet" size="lg" asChild>
      <Link to="/overview" search={{ p_id: project.project_id }}>
        Go to {project.name}
      </Link>
    </Button>
  ) : (
    <Button variant="quiet" size="lg" onClick={() => setBackAtStart(true)}>
      Back
    </Button>
  );
  return (
    <WelcomeFrame
      step={project ? null : 2}
      title={project ? `Hello, ${user.first_name}` : 'What do you measure?'}
      text={
        project
          ? 'Join a project that you are invited to, or start another one.'
          : 'A project is one app or one website. You can add others and invite your colleagues later.'
      }
    >
      <FirstProject back={back} />
    </WelcomeFrame>
  );
}

/** Joins what is there already, brings back what was deleted, or makes something new. */
function FirstProject({ back }: { back: ReactNode }) {
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
