import { Link } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { changeAddress } from '../../../address/address-state.ts';
import { useMay } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DEFAULT_SKAN_VIEW, SKAN_VIEW } from '../skan-view.ts';

/** Before the first postback: what will be here, and where it is set up. */
export function NoPostbacks() {
  const may = useMay();
  return (
    <Card>
      <EmptyState
        icon={<Inbox />}
        title="No postbacks yet"
        text="Apple reports the installs that ads on iOS bring, without naming anyone. Name your domain in the Info.plist of your app and route two of its paths here: from then on postbacks are counted."
        action={
          may('connections.see') && (
            <Button asChild variant="primary">
              <Link to="." search={changeAddress(SKAN_VIEW, DEFAULT_SKAN_VIEW, { tab: 'set-up' })}>
                Set up SKAN
              </Link>
            </Button>
          )
        }
      />
    </Card>
  );
}
