/** Where devices send postbacks to, on any host; Apple adds the slash at the end. */
export const POSTBACK_PATHS = {
  skadnetwork: '/.well-known/skadnetwork/report-attribution/',
  adattributionkit: '/.well-known/appattribution/report-attribution/',
} as const;

const PATHS = new Set(Object.values(POSTBACK_PATHS).flatMap((path) => [path, path.slice(0, -1)]));

export function isPostbackPath(path: string): boolean {
  return PATHS.has(path);
}
