import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { memo } from 'react';
import { AnnouncementCard } from '../features/announcements/announcement-card.tsx';
import { useMay, useSelection } from '../project/current-project.tsx';
import { Dot } from '../ui/dot.tsx';
import { NavGroup, NavItem } from '../ui/nav-item.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AccountButton } from './account-button.tsx';
import { AttentionCount } from './attention-count.tsx';
import { useScreen } from './current-screen.ts';
import { PALETTE_KEYS } from './modifier-key.ts';
import { openPalette } from './palette/palette-state.ts';
import { ProjectSwitcher } from './project-switcher.tsx';
import { type RailGroup as Group, RAIL_GROUPS } from './screen.ts';
import { ScreenIcon } from './screen-icon.tsx';
import { WHOLE_SCREENS, type WholeScreen } from './screens.ts';
import { UsageMeter } from './usage-meter.tsx';

/** Not drawn again when only the project has loaded: what somebody may see seldom changes. */
const RailLink = memo(function RailLink({ screen }: { screen: WholeScreen }) {
  const current = useScreen();
  const sameSection = screen.layout === 'settings' && current?.layout === 'settings';
  return (
    <NavItem asChild active={sameSection || current?.path === screen.path}>
      <Link to={screen.path}>
        {screen.icon && <ScreenIcon name={screen.icon} />}
        <span>{screen.railLabel ?? screen.title}</span>
        {screen.counts && <AttentionCount of={screen.counts} />}
        {screen.isLive && <Dot tone="good" className="ml-auto" />}
      </Link>
    </NavItem>
  );
});

function RailGroup({ group }: { group: Group }) {
  const may = useMay();
  const shown = WHOLE_SCREENS.filter(
    ({ rail, permission }) => rail === group && (permission === undefined || may(permission)),
  );
  if (shown.length === 0) return null;
  return (
    <NavGroup label={group === 'top' ? undefined : group}>
      {shown.map((screen) => (
        <RailLink key={screen.path} screen={screen} />
      ))}
    </NavGroup>
  );
}

/** The same at the left of a wide window and in the drawer of a narrow one. */
export const Rail = memo(function Rail() {
  const { status } = useSelection();
  return (
    <div className="flex min-h-full w-full flex-col px-2.5 py-3">
      <ProjectSwitcher />
      <button
        type="button"
        onClick={openPalette}
        className="mb-2 flex min-h-8 items-center gap-[9px] rounded-sm border border-line px-2 py-1 text-text-3 transition-colors hover:bg-hover pointer-coarse:min-h-10"
      >
        <Search aria-hidden className="size-4 shrink-0 stroke-[1.7]" />
        <span>Go to…</span>
        <kbd className="ml-auto font-sans text-[11px] pointer-coarse:hidden">{PALETTE_KEYS}</kbd>
      </button>
      <nav aria-label="Sections">
        {status === 'choosing' && <Skeleton className="h-8" />}
        {RAIL_GROUPS.map((group) => (
          <RailGroup key={group} group={group} />
        ))}
      </nav>
      <div className="mt-auto pt-4">
        <AnnouncementCard />
      </div>
      {/* In sight also where the window is too low for the rail, which then scrolls beneath it. */}
      <div className="sticky bottom-0 -mx-2.5 -mb-3 grid gap-1 bg-bg px-2.5 pb-3">
        <UsageMeter />
        <AccountButton />
      </div>
    </div>
  );
});
