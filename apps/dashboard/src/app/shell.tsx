import { Outlet, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { PageActionSlot } from '../ui/page-action.tsx';
import { useOnDemand } from './on-demand.ts';
import { LazyPalette } from './palette/lazy-palette.tsx';
import { ProjectSelection } from './project-param.tsx';
import { Rail } from './rail.tsx';
import { ShellBar } from './shell-bar.tsx';
import { Shortcuts } from './shortcuts/shortcuts.tsx';

const loadDrawer = () => import('./drawer.tsx').then((file) => file.Drawer);

/** The frame around every screen of a signed-in person. */
export function Shell() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const location = useLocation({ select: ({ href }) => href });
  // The drawer belongs to the page where it was opened: navigation closes it.
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const [Drawer, fetchDrawer] = useOnDemand(loadDrawer);
  const openDrawer = () => {
    fetchDrawer();
    setDrawerAt(location);
  };
  return (
    <ProjectSelection>
      <button
        type="button"
        onClick={() => document.getElementById('content')?.focus()}
        className="sr-only z-50 rounded-sm bg-accent px-3 py-1.5 font-medium text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </button>
      <div className="min-[900px]:grid min-[900px]:grid-cols-[var(--rail)_minmax(0,1fr)]">
        <aside
          aria-label="Navigation"
          className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-line min-[900px]:block"
        >
          <Rail />
        </aside>
        <div className="min-w-0">
          <ShellBar onMenu={openDrawer} slotRef={setSlot} />
          <main id="content" tabIndex={-1} className="outline-none">
            <PageActionSlot value={slot}>
              <Outlet />
            </PageActionSlot>
          </main>
        </div>
      </div>
      {Drawer && (
        <Drawer open={drawerAt === location} onOpenChange={(open) => setDrawerAt(open ? location : null)} />
      )}
      <LazyPalette />
      <Shortcuts />
    </ProjectSelection>
  );
}
