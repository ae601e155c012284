import { Link } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Why there is nothing yet, and what changes that. */
export function NotConnected({ text }: { text: string }) {
  return (
    <Card>
      <EmptyState
        icon={<Coins />}
        title="No ad account is connected"
        text={text}
        action={
          <Button variant="primary" asChild>
            <Link to="/integrations">Connect a network</Link>
          </Button>
        }
      />
    </Card>
  );
}
