import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { AddressSearch } from '../address/address-state.ts';
import { readProjectParam } from '../project/choose-project.ts';
import { readRangeSearch } from '../report/report-range.ts';
import { RETAINED_PARAMS } from '../report/retained-params.ts';
import { FullPageLoading } from './full-page-loading.tsx';
import { lazyComponent } from './lazy-component.ts';
import { NotFound } from './not-found.tsx';
import { PageLoading } from './page-loading.tsx';
import { ProjectGate } from './project-gate.tsx';
import { ReportFrame } from './report-frame.tsx';
import { Root } from './root.tsx';
import { RouteFailed } from './route-failed.tsx';
import type { Screen } from './screen.ts';
import { type SCREEN_LIST, SCREENS } from './screens.ts';
import { Shell } from './shell.tsx';
import { SignedIn } from './signed-in.tsx';

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  // What is not named below is state of single screens: useAddressState reads and checks it.
  validateSearch: (search: AddressSearch): AddressSearch => search,
});

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
  // Not an id that the path of a screen beside it has.
  id: 'report-range',
  component: ReportFrame,
  validateSearch: readRangeSearch,
  search: { middlewares: [retainSearchParams([...RETAINED_PARAMS])] },
});

async function fetched(screen: Screen): Promise<ComponentType> {
  if (screen.light) return screen.load();
  const [component, { withTooltips }] = await Promise.all([screen.load(), import('./with-tooltips.tsx')]);
  return withTooltips(component);
}

function screenRoute<Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  path: Path,
  screen: Screen,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyComponent(() => fetched(screen)),
    pendingComponent: screen.frame === 'bare' ? FullPageLoading : () => <PageLoading width={screen.width} />,
  });
}

type ListedScreen = (typeof SCREEN_LIST)[number];
type PathBelow<Prefix extends string, Path extends string> = Path extends `${Prefix}${infer Rest}`
  ? Rest
  : never;
type ScreenRoute<Parent extends AnyRoute, Path extends string> = Path extends string
  ? ReturnType<typeof screenRoute<Parent, Path>>
  : never;

/** Routes of the screens that have these properties: filtered here, and by Extract for the compiler. */
function screenRoutes<
  Parent extends AnyRoute,
  const Which extends Partial<Screen>,
  Prefix extends string = '',
>(parent: Parent, which: Which, prefix?: Prefix) {
  const screens: readonly Screen[] = SCREENS.filter((screen) =>
    Object.entries(which).every(([name, value]) => screen[name as keyof Screen] === value),
  );
  const routes = screens.map((screen) => screenRoute(parent, screen.path.slice(prefix?.length ?? 0), screen));
  return routes as unknown as ScreenRoute<Parent, PathBelow<Prefix, Extract<ListedScreen, Which>['path']>>[];
}

const tree = root.addChildren([
  home,
  ...screenRoutes(root, { access: 'public' }),
  signedIn.addChildren([
    ...screenRoutes(signedIn, { access: 'signed_in', frame: 'bare' }),
    shell.addChildren([
      ...screenRoutes(shell, { access: 'signed_in', frame: 'shell' }),
      inProject.addChildren([
        ...screenRoutes(inProject, { access: 'project', layout: 'plain' }),
        reports.addChildren(screenRoutes(reports, { layout: 'report' })),
        settings.addChildren([settingsHome, ...screenRoutes(settings, { layout: 'settings' }, '/settings')]),
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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
