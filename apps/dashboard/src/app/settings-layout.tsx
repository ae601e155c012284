import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useMay } from '../project/current-project.tsx';
import { NavItem } from '../ui/nav-item.tsx';
import { Page } from '../ui/page.tsx';
import { TabNav, TabNavLink } from '../ui/tab-nav.tsx';
import { WHOLE_SCREENS } from './screens.ts';

const SETTINGS = WHOLE_SCREENS.filter(({ layout }) => layout === 'settings');

/** The settings of a project: what there is at the left, one of them at the right. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const may = useMay();
  const tabs = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // On a phone the row is longer than the screen.
  useEffect(() => {
    const current = tabs.current?.querySelector(`[href^="${path}"]`);
    current?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [path]);
  const open = SETTINGS.filter(({ permission }) => !permission || may(permission));
  return (
    <Page className="max-w-[1180px] gap-5 lg:grid-cols-[168px_minmax(0,1fr)] lg:gap-8">
      <TabNav ref={tabs} aria-label="Settings" className="-mx-3 px-3 sm:-mx-5 sm:px-5 lg:hidden">
        {open.map((screen) => (
          <TabNavLink key={screen.path} asChild>
            <Link to={screen.path}>{screen.title}</Link>
          </TabNavLink>
        ))}
      </TabNav>
      <nav aria-label="Settings" className="hidden lg:block">
        <ul className="sticky top-[72px] grid gap-0.5">
          {open.map((screen) => (
            <li key={screen.path}>
              <NavItem asChild>
                <Link to={screen.path}>{screen.title}</Link>
              </NavItem>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 content-start gap-4">{children}</div>
    </Page>
  );
}
