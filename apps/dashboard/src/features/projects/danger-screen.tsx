import { DeleteProjectCard } from './danger/delete-project-card.tsx';
import { LeaveProjectCard } from './danger/leave-project-card.tsx';

/** How do I get out, or get rid of it? */
export function DangerScreen() {
  return (
    <>
      <LeaveProjectCard />
      <DeleteProjectCard />
    </>
  );
}
