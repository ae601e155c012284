import { useQuery } from '@tanstack/react-query';
import type { AppPlatform, Domain, VerificationObject } from '@trailmark/contract/domains';
import { FileJson } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { verificationObjectsQuery } from '../../project/domains-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ServedFile } from './served-file.tsx';
import { VerificationDialog } from './verification-dialog.tsx';

const WORDS: Record<AppPlatform, { title: string; description: string; empty: string }> = {
  IOS: {
    title: 'Opening the app on iOS',
    description: 'Universal links: iOS reads this file from the domain and opens its links in your app.',
    empty: 'It needs the team id and the bundle id of your app.',
  },
  ANDROID: {
    title: 'Opening the app on Android',
    description: 'App links: Android reads this file from the domain and opens its links in your app.',
    empty: 'It needs the package name of your app and the fingerprints of its signing certificates.',
  },
};

interface VerificationCardsProps {
  domains: Domain[];
  mayEdit: boolean;
}

/** The files by which apps and link domains recognise each other. */
export function VerificationCards({ domains, mayEdit }: VerificationCardsProps) {
  const { project_id } = useProject();
  const objects = useQuery(verificationObjectsQuery(project_id));
  if (objects.isLoadingError) {
    return (
      <Card>
        <LoadFailed what="the app files" query={objects} />
      </Card>
    );
  }
  const { ios, android } = objects.data ?? {};
  return (
    <>
      <VerificationCard platform="IOS" object={ios} domains={domains} mayEdit={mayEdit} />
      <VerificationCard platform="ANDROID" object={android} domains={domains} mayEdit={mayEdit} />
    </>
  );
}

interface VerificationCardProps extends VerificationCardsProps {
  platform: AppPlatform;
  /** Undefined while it loads, null when none was saved. */
  object: VerificationObject | null | undefined;
}

function VerificationCard({ platform, object, domains, mayEdit }: VerificationCardProps) {
  const [editing, setEditing] = useState(false);
  const { title, description, empty } = WORDS[platform];
  return (
    <Card aria-busy={object === undefined} aria-label={title}>
      <CardHeader
        title={title}
        description={description}
        actions={
          mayEdit &&
          object && (
            <Button size="sm" onClick={() => setEditing(true)}>
              Edit
            </Button>
          )
        }
      />
      {object === undefined && (
        <CardBody>
          <Skeleton className="h-40 rounded-md" />
        </CardBody>
      )}
      {object === null && (
        <EmptyState
          icon={<FileJson />}
          title="No file is served yet"
          text={mayEdit ? empty : `${empty} An owner or admin can set it up.`}
          action={mayEdit && <Button onClick={() => setEditing(true)}>Set it up</Button>}
          className="pt-4 pb-8"
        />
      )}
      {object && <ServedFile object={object} domains={domains} />}
      {editing && (
        <VerificationDialog
          platform={platform}
          object={object ?? null}
          title={title}
          onClose={() => setEditing(false)}
        />
      )}
    </Card>
  );
}
