import { cn } from '../../../ui/cn.ts';

/** The first tag of a row, where there is room for one. */
export function TagsMark({ tags, className }: { tags: readonly string[]; className: string }) {
  if (tags.length === 0) return null;
  return (
    <span
      className={cn(
        'ml-auto shrink-0 truncate rounded-xs bg-press px-[7px] py-px text-xs font-[550] text-text-2',
        className,
      )}
      title={tags.join(', ')}
    >
      {tags.length > 1 ? `${tags[0]} +${tags.length - 1}` : tags[0]}
    </span>
  );
}
