import { ChevronDown } from 'lucide-react';
import { useSelection } from '../project/current-project.tsx';
import { PLATFORM_WORD } from '../project/platform-words.tsx';
import { Mark } from '../ui/mark.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useOnDemand } from './on-demand.ts';

const loadMenu = () => import('./project-menu.tsx').then((file) => file.ProjectMenu);

const buttonStyle =
  'mb-2.5 flex w-full items-center gap-[9px] rounded-md px-2 py-[7px] text-left transition-colors hover:bg-hover data-[state=open]:bg-hover';

function useHeading(): { name: string; facts: string } | null {
  const selection = useSelection();
  if (selection.status === 'choosing') return null;
  if (selection.status === 'none') return { name: 'Trailmark', facts: 'No project yet' };
  const { membership, project } = selection;
  const platform = PLATFORM_WORD[project?.platform ?? membership.platform];
  const count = project?.members_count ?? null;
  const members = count === null ? membership.role : `${count} ${count === 1 ? 'member' : 'members'}`;
  return { name: project?.name ?? membership.name, facts: `${platform} · ${members}` };
}

export function ProjectSwitcher() {
  const heading = useHeading();
  const [Menu, fetchMenu] = useOnDemand(loadMenu);
  const label = heading ? `Project ${heading.name}, ${heading.facts}, switch project` : 'Switch project';
  const face = (
    <>
      <Mark />
      <span className="grid min-w-0 flex-1 leading-[1.25]">
        {heading ? (
          <>
            <span className="truncate font-semibold">{heading.name}</span>{' '}
            <span className="truncate text-xs leading-[1.25] text-text-3">{heading.facts}</span>
          </>
        ) : (
          <>
            <Skeleton className="my-[2.5px] h-3 w-24" />
            <Skeleton className="my-0.5 h-2.5 w-16" />
          </>
        )}
      </span>
      <ChevronDown aria-hidden className="size-3.5 shrink-0 text-text-3" />
    </>
  );
  if (Menu) return <Menu label={label} className={buttonStyle} face={face} />;
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded="false"
      className={buttonStyle}
      onClick={fetchMenu}
    >
      {face}
    </button>
  );
}
