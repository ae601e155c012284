import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { CardFooter } from '../ui/card.tsx';
import { toastFailure } from './toast-failure.ts';

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'>;

/** The end of a card whose list goes on; nothing when all of it is shown. */
export function LoadMore({ what, query }: { what: string; query: Pages }) {
  if (!query.hasNextPage) return null;
  const loadMore = async () => {
    const { error } = await query.fetchNextPage();
    if (error) toastFailure(`We couldn’t load ${what}`, error);
  };
  return (
    <CardFooter className="justify-center">
      <Button onClick={loadMore} loading={query.isFetchingNextPage}>
        Load more
      </Button>
    </CardFooter>
  );
}
