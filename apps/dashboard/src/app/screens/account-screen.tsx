import { PrivacyCard } from '../../features/account/privacy-card.tsx';
import { ProfileCard } from '../../features/account/profile-card.tsx';
import { SessionsCard } from '../../features/account/sessions-card.tsx';
import { WaitingInvites } from '../../features/invites/waiting-invites.tsx';
import { DeletedProjects } from '../../features/projects/deleted-projects.tsx';
import { Page } from '../../ui/page.tsx';

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
