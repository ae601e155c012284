import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { readProjectParam } from '../project/choose-project.ts';
import { readRangeSearch } from '../report/report-range.ts';
import { FullPageLoading } from './full-page-loading.tsx';
import { lazyComponent } from './lazy-component.ts';
import { NotFound } from './not-found.tsx';
import { PageLoading } from './page-loading.tsx';
import { ProjectGate } from './project-gate.tsx';
import { Root } from './root.tsx';
import { RouteFailed } from './route-failed.tsx';
import type { Screen } from './screen.ts';
import { SCREENS } from './screens.ts';
import { Shell } from './shell.tsx';
import { SignedIn } from './signed-in.tsx';

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/overview', replace: true });
  },
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: SignedIn,
  validateSearch: readProjectParam,
  search: { middlewares: [retainSearchParams(['p_id'])] },
});

const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: Shell });

const inProject = createRoute({ getParentRoute: () => shell, id: 'project', component: ProjectGate });

const settings = createRoute({
  getParentRoute: () => inProject,
  path: '/settings',
  component: lazyComponent(() => import('./settings-frame.tsx').then((file) => file.SettingsFrame)),
});

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/general', replace: true });
  },
});

const reports = createRoute({
  getParentRoute: () => inProject,
  id: 'reports',
  validateSearch: readRangeSearch,
  search: { middlewares: [retainSearchParams(['range', 'from', 'to', 'compare'])] },
});

type Parent =
  | typeof root
  | typeof signedIn
  | typeof shell
  | typeof inProject
  | typeof settings
  | typeof reports;

async function fetched(screen: Screen): Promise<ComponentType> {
  if (screen.light) return screen.load();
  const [component, { withTooltips }] = await Promise.all([screen.load(), import('./with-tooltips.tsx')]);
  return withTooltips(component);
}

function routeOf(screen: Screen, parent: Parent, path: string) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyComponent(() => fetched(screen)),
    pendingComponent: screen.frame === 'bare' ? FullPageLoading : () => <PageLoading width={screen.width} />,
  });
}

const below = (parent: Parent, which: (screen: Screen) => boolean) =>
  SCREENS.filter(which).map((screen) => routeOf(screen, parent, screen.path));

const tree = root.addChildren([
  home,
  ...below(root, ({ access }) => access === 'public'),
  signedIn.addChildren([
    ...below(signedIn, ({ access, frame }) => access === 'signed_in' && frame === 'bare'),
    shell.addChildren([
      ...below(shell, ({ access, frame }) => access === 'signed_in' && frame === 'shell'),
      inProject.addChildren([
        ...below(inProject, ({ access, layout }) => access === 'project' && layout === undefined),
        reports.addChildren(below(reports, ({ layout }) => layout === 'report')),
        settings.addChildren([
          settingsHome,
          ...SCREENS.filter(({ layout }) => layout === 'settings').map((screen) =>
            routeOf(screen, settings, screen.path.replace('/settings', '')),
          ),
        ]),
      ]),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: RouteFailed,
  scrollRestoration: true,
});
