import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { StoreListingDialog } from '../../../project/store-listing-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { skanKey } from '../report/skan-query.ts';
import { ChecklistLine } from './checklist-line.tsx';
import { NeedsAdmin } from './needs-admin.tsx';
import type { SkanSetUp } from './set-up-query.ts';

function appText(apps: SkanSetUp['apps']): string {
  const received = apps.filter(({ receives }) => receives);
  const elsewhere = apps.filter(({ receives }) => !receives);
  if (apps.length === 0)
    return 'A postback names an app and no project. Add the App Store page of your app: its id decides.';
  const lost = elsewhere.map(({ name, app_id }) => `${name} (${app_id})`).join(', ');
  if (received.length === 0)
    return `Another project listed ${lost} first and receives its postbacks. Remove the listing there to receive them here.`;
  const list = received.map(({ name, app_id }) => `${name} (${app_id})`).join(', ');
  const rest = lost && ` Another project receives those of ${lost}.`;
  return `Postbacks of ${list} are received.${rest}`;
}

/** The store listing by which postbacks find the project. */
export function AppLine({ number, apps }: { number: number; apps: SkanSetUp['apps'] }) {
  const { project_id } = useProject();
  const mayEdit = useMay()('connections.edit');
  const queryClient = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const add = mayEdit ? (
    <Button variant="primary" onClick={() => setIsAdding(true)}>
      Add a listing
    </Button>
  ) : (
    <NeedsAdmin />
  );
  return (
    <ChecklistLine
      number={number}
      done={apps.some(({ receives }) => receives)}
      title="App Store id"
      text={appText(apps)}
      action={
        (apps.length === 0 || isAdding) && (
          <>
            {add}
            {isAdding && (
              <StoreListingDialog
                platform="IOS"
                onClose={() => setIsAdding(false)}
                onSaved={() => void queryClient.invalidateQueries({ queryKey: skanKey(project_id) })}
              />
            )}
          </>
        )
      }
    />
  );
}
