import { Card } from './card.tsx';
import { cn } from './cn.ts';
import { Skeleton, SkeletonText } from './skeleton.tsx';

interface CardLoadingProps {
  /** Has the height of the card that comes. */
  className: string;
  lines?: number;
}

/** The outline of a card with its first lines. The container around it says aria-busy. */
export function CardLoading({ className, lines = 2 }: CardLoadingProps) {
  return (
    <Card aria-hidden className={cn('overflow-hidden p-4', className)}>
      <Skeleton className="w-32" />
      <SkeletonText lines={lines} className="mt-2.5 max-w-[420px]" />
    </Card>
  );
}
