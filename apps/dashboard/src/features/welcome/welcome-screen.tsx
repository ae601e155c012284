import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { FirstProject } from './first-project.tsx';
import { WelcomeFrame } from './welcome-frame.tsx';
import { WhoAmI } from './who-am-i.tsx';

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
        text="Who are you? Your colleagues will see your name beside what you change."
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
