import { cn } from '../../ui/cn.ts';

/** As high with words as without, so that nothing below it moves. */
export const detailsHeight = 'h-[74px] border-b border-line lg:h-[38px]';

interface CohortDetailsProps {
  id: string;
  /** The cell under the mouse or the keyboard; null before there is one. */
  said: { title: string; text: string } | null;
}

/** Says from what one cell of the triangle was counted. */
export function CohortDetails({ id, said }: CohortDetailsProps) {
  return (
    <div
      id={id}
      data-slot="cohort-details"
      className={cn(
        detailsHeight,
        'flex flex-col justify-center px-3 text-sm text-text-2 sm:px-4 lg:flex-row lg:items-center lg:justify-start lg:gap-2',
      )}
    >
      {said ? (
        <>
          <p className="max-w-full shrink-0 truncate font-medium text-text lg:max-w-72">{said.title}</p>
          <p className="line-clamp-2 lg:line-clamp-1">{said.text}</p>
        </>
      ) : (
        <p>Point at a cell, tap it or use the arrow keys to see what it is counted from.</p>
      )}
    </div>
  );
}
