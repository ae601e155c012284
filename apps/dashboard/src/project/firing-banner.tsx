import { Link } from '@tanstack/react-router';
import { firingWords } from '@trailmark/contract/alert-words';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useProject } from './current-project.tsx';
import { useFiring } from './firing-query.ts';

const NAMED = 2;

/** What fires now, where people look first; nothing where all is well, or where it is not known. */
export function FiringBanner() {
  const { currency } = useProject();
  const firing = useFiring();
  if (!firing || firing.count === 0) return null;
  const named = firing.firings
    .slice(0, NAMED)
    .map(({ condition, latest }) => firingWords(condition, latest, currency));
  const more = firing.count - named.length;
  return (
    <Notice
      tone="bad"
      title={firing.count === 1 ? '1 alert firing' : `${firing.count} alerts firing`}
      action={
        <Button asChild size="sm">
          <Link to="/alerts">Open alerts</Link>
        </Button>
      }
    >
      {named.join('; ')}
      {more > 0 && `; and ${more} more`}.
    </Notice>
  );
}
