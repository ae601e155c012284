import { Link } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useMay } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** Before the first postback: what will be here, and where it is set up. */
export function NoPostbacks() {
  const may = useMay();
  return (
    <Card>
      <EmptyState
        icon={<Inbox />}
        title="No postbacks yet"
        text="Apple tells you about installs of iOS ads without naming a person. Add the App Store listing of your app, and name your domain in its Info.plist: postbacks are then counted here."
        action={
          may('connections.see') && (
            <Button asChild variant="primary">
              <Link to="/sdk">Add your App Store listing</Link>
            </Button>
          )
        }
      />
    </Card>
  );
}
