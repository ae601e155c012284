import { Link } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import { useMay } from './current-project.tsx';

/** To the integrations: to connect a network, or to look at them for who may not. */
export function ConnectLink() {
  const mayConnect = useMay()('connections.edit');
  return (
    <Button variant={mayConnect ? 'primary' : 'default'} asChild>
      <Link to="/integrations">{mayConnect ? 'Connect a network' : 'View integrations'}</Link>
    </Button>
  );
}
