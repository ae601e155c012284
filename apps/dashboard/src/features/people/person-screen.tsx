import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { InstallView } from '@trailmark/contract/people';
import { UserX } from 'lucide-react';
import { useAddressState } from '../../address/use-address-state.ts';
import { MissingPage } from '../../failures/missing-page.tsx';
import { PageFailed } from '../../failures/page-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { countInWords } from '../../words/count-in-words.ts';
import { ConsentCard } from './consent-card.tsx';
import { DeviceCard } from './device-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { InstallReceipt } from './install-receipt.tsx';
import { JourneyCard } from './journey-card.tsx';
import { type Person, personQuery } from './people-query.ts';
import { PersonCard } from './person-card.tsx';
import { readPersonId } from './person-id.ts';
import { DEFAULT_PERSON_VIEW, PERSON_VIEW } from './person-view.ts';

/** Why is this campaign credited with this install? */
export function PersonScreen() {
  const { project_id } = useProject();
  const { id = '' } = useParams({ strict: false });
  const named = readPersonId(id);
  const person = useQuery({
    ...personQuery(project_id, named ?? { install_id: id }),
    enabled: named !== null,
  });
  if (named === null) return <NoSuchPerson />;
  if (person.isLoadingError) {
    return <PageFailed what="this person" query={person} missing={<NoSuchPerson />} />;
  }
  return person.data ? <OnePerson person={person.data} /> : <PersonLoading />;
}

function NoSuchPerson() {
  return (
    <MissingPage
      what="person"
      text="The id is wrong, the person was deleted, or came by a campaign that is not shared with you."
      icon={<UserX />}
      list={{ to: '/users', label: 'All people' }}
    />
  );
}

function OnePerson({ person }: { person: Person }) {
  const [view, change] = useAddressState(PERSON_VIEW, DEFAULT_PERSON_VIEW);
  const { installs } = person;
  const install = installs.find(({ install_id }) => install_id === view.install) ?? installs[0];
  const choose = (next: InstallView) => change({ install: next.install_id, revision: null });
  if (!install) return <NoSuchPerson />;
  return (
    <Page>
      <PageAction>
        <CopyButton value={window.location.href} label="Copy link" showLabel size="md" />
      </PageAction>
      <div className="grid gap-2">
        <BackLink to="/users">All people</BackLink>
        <PageHeader
          level={2}
          title={<span className="break-all">{nameOf(person, install)}</span>}
          description={describe(person)}
        />
      </div>
      <InstallReceipt
        key={install.install_id}
        install={install}
        below={<JourneyCard installId={install.install_id} />}
      >
        <DevicesCard installs={installs} shown={install} onChoose={choose} />
        <PersonCard person={person} install={install} />
        <DeviceCard install={install} />
        <ConsentCard install={install} />
      </InstallReceipt>
    </Page>
  );
}

function nameOf(person: Person, install: InstallView): string {
  return person.name ?? person.email ?? person.user_id ?? install.install_id;
}

function describe(person: Person): string {
  if (person.user_id === null) return 'Nobody has signed up on this device yet.';
  return countInWords(person.installs.length, 'device');
}

/** As high as a receipt with three touches. */
function PersonLoading() {
  return (
    <Page aria-busy aria-label="Loading">
      <div className="grid gap-2">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-6 w-56" />
        <Skeleton className="h-5 w-32" />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(300px,380px)]">
        <div className="grid gap-3">
          <Skeleton className="h-6 w-80 max-w-full" />
          <Skeleton className="h-5" />
          <Skeleton className="h-32 rounded-lg" />
          <Skeleton className="h-32 rounded-lg" />
          <Skeleton className="h-32 rounded-lg" />
        </div>
        <div className="grid gap-4">
          <Skeleton className="h-[330px] rounded-lg" />
          <Skeleton className="h-40 rounded-lg" />
          <Skeleton className="h-60 rounded-lg" />
        </div>
      </div>
    </Page>
  );
}
