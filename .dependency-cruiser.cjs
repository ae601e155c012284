// Who may import whom. ARCHITECTURE.md says why; scripts/check.mjs also makes sure that every module was seen.
const server = 'apps/server/src';
const dashboard = 'apps/dashboard/src';

const not = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    not('no-cycles', 'A cycle hides which part knows which.', {}, { circular: true }),
    not(
      'no-unresolved',
      'Every import leads somewhere. React Native is brought by the app.',
      {},
      { couldNotResolve: true, pathNot: '^react-native$' },
    ),
    not(
      'no-undeclared-package',
      'A package that is used is declared where it is used; the bench uses those of the product that it measures.',
      { pathNot: '^bench/' },
      {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
      },
    ),
    not(
      'contract-imports-nothing',
      'The contract knows only itself and zod.',
      { path: '^packages/contract/src' },
      {
        pathNot: ['^packages/contract/src', 'node_modules/(zod|vitest|fast-check)/'],
      },
    ),
    not(
      'core-is-pure',
      'Core knows the contract and no Node module but crypto.',
      { path: '^packages/core/src', pathNot: '\\.test\\.ts$' },
      {
        pathNot: ['^packages/(core|contract)/src', 'node_modules/(zod|isbot|tldts)/', '^(node:)?crypto$'],
      },
    ),
    not(
      'sdk-core-imports-nothing',
      'The core of the SDKs runs in any engine and is part of other people’s programs: it imports nothing.',
      { path: '^packages/sdk-core/src', pathNot: '(\\.test\\.ts$|^packages/sdk-core/src/testing/)' },
      { pathNot: '^packages/sdk-core/src/(?!testing/)' },
    ),
    not(
      'sdk-web-knows-its-core-only',
      'The browser SDK is the core and what browsers bring.',
      { path: '^packages/sdk-web/src', pathNot: '(\\.test\\.ts$|^packages/sdk-web/src/testing/)' },
      { pathNot: ['^packages/sdk-web/src/(?!testing/)', '^packages/sdk-core/src/(?!testing/)'] },
    ),
    not(
      'sdk-react-native-knows-its-core-only',
      'The SDK for React Native is the core and its native side; only react-native.ts knows React Native.',
      {
        path: '^packages/sdk-react-native/src',
        pathNot: '(\\.test\\.ts$|^packages/sdk-react-native/src/(testing|migrate)/|/react-native\\.ts$)',
      },
      {
        pathNot: [
          '^packages/sdk-react-native/src/(?!testing/|migrate/)',
          '^packages/sdk-core/src/(?!testing/)',
        ],
      },
    ),
    not(
      'dashboard-knows-the-contract-only',
      'Screens reach the server over HTTP.',
      { path: '^apps/dashboard' },
      {
        path: '^(apps/(?!dashboard)|packages/(?!contract)|e2e)',
      },
    ),
    not(
      'ui-knows-no-product',
      'Components without product words.',
      { path: `^${dashboard}/(ui|words)/` },
      { path: `^${dashboard}/(?!ui/|words/)` },
    ),
    not(
      'dashboard-imports-downwards',
      'app → features → report, project, failures → api, ui: screens are wired by app and know nothing of it.',
      { path: `^${dashboard}/(features|report|charts|project|failures|address|api)/` },
      { path: `^${dashboard}/(app|tracking)/` },
    ),
    not(
      'dashboard-features-apart',
      'What two features show belongs to report, project, words or ui; a screen of several is wired in app/screens.',
      { path: `^${dashboard}/features/([^/]+)/` },
      { path: `^${dashboard}/features/`, pathNot: `^${dashboard}/features/$1/` },
    ),
    not(
      'dashboard-ground-floor',
      'What features stand on knows none of them.',
      { path: `^${dashboard}/(report|charts|project|failures|address|api|tracking)/` },
      { path: `^${dashboard}/features/` },
    ),
    not(
      'sandbox-stands-alone',
      'The sandbox plays the outside world: it knows nothing of the inside.',
      { path: '^apps/sandbox' },
      {
        path: '^(apps/(?!sandbox)|packages|e2e)',
      },
    ),
    not(
      'server-imports-inwards',
      'The server knows core and contract.',
      { path: `^${server}`, pathNot: '\\.test\\.ts$' },
      {
        path: '^(apps/(?!server)|packages/(?!core|contract)|e2e)',
      },
    ),
    not(
      'features-apart',
      'Features meet in the database, the job catalogue and the pipeline.',
      { path: `^${server}/features/([^/]+)/`, pathNot: '\\.test\\.ts$' },
      {
        path: `^${server}/features/`,
        pathNot: `^${server}/features/$1/`,
      },
    ),
    not(
      'only-main-wires',
      'Nobody imports the entry points.',
      { path: `^${server}/(?!main|testing)`, pathNot: '\\.test\\.ts$' },
      { path: `^${server}/main` },
    ),
    not(
      'no-feature-below',
      'What features stand on knows none of them.',
      {
        path: `^${server}/(http|access|pipeline|connections|networks|report|rollups|audit|jobs|db|platform)/`,
        pathNot: '\\.test\\.ts$',
      },
      {
        path: `^${server}/(features|main)/`,
      },
    ),
    not(
      'one-door-out',
      'Requests to other servers go through platform/outbound.ts, which checks where they lead.',
      {
        path: `^${server}`,
        pathNot: [
          '\\.test\\.ts$',
          `^${server}/testing/`,
          `^${server}/platform/(outbound|exchange-text)\\.ts$`,
        ],
      },
      { path: ['node_modules/undici/', '^(node:)?(https|http2)$'] },
    ),
    not(
      'access-knows-no-http',
      'Access decides; http asks it.',
      { path: `^${server}/access/` },
      { path: `^${server}/(http|jobs|audit)/` },
    ),
    not(
      'jobs-and-audit-know-no-http',
      'Work without a request knows no request.',
      { path: `^${server}/(jobs|audit)/` },
      { path: `^${server}/http/` },
    ),
    not(
      'db-and-platform-at-the-bottom',
      'The lowest floor.',
      { path: `^${server}/(db|platform)/`, pathNot: '\\.test\\.ts$' },
      {
        path: `^${server}/(http|access|jobs|audit)/`,
      },
    ),
    not(
      'tests-only',
      'What tests are built from stays in tests.',
      { path: `^${server}/(?!testing)`, pathNot: '\\.test\\.ts$' },
      {
        path: `^${server}/testing/`,
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|example|\\.trailmark)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
