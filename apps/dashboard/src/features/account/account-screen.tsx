import { Page } from '../../ui/page.tsx';
import { WaitingInvites } from '../invites/waiting-invites.tsx';
import { DeletedProjects } from '../projects/deleted-projects.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** Who am I here, and where am I signed in? */
export function AccountScreen() {
  return (
    <Page width="narrow">
      <WaitingInvites />
      <ProfileCard />
      <SessionsCard />
      <PrivacyCard />
      <DeletedProjects />
    </Page>
  );
}
