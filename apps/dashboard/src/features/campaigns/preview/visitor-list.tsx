import type { TargetPreview } from '@trailmark/contract/links';
import { AppWindowMac, Laptop, Monitor, Smartphone, TriangleAlert } from 'lucide-react';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Visitor } from '../campaigns-query.ts';
import { targetInWords } from './target-in-words.ts';

export const VISITORS = [
  { key: 'ios', label: 'iOS', icon: Smartphone, visitor: { platform: 'ios', inApp: false } },
  { key: 'android', label: 'Android', icon: Smartphone, visitor: { platform: 'android', inApp: false } },
  { key: 'macos', label: 'Mac', icon: Laptop, visitor: { platform: 'macos', inApp: false } },
  { key: 'desktop', label: 'Desktop', icon: Monitor, visitor: { platform: 'desktop', inApp: false } },
  {
    key: 'ios-in-app',
    label: 'iOS, inside an app',
    icon: AppWindowMac,
    visitor: { platform: 'ios', inApp: true },
  },
  {
    key: 'android-in-app',
    label: 'Android, inside an app',
    icon: AppWindowMac,
    visitor: { platform: 'android', inApp: true },
  },
] as const satisfies readonly { key: string; label: string; icon: unknown; visitor: Visitor }[];

const MAC = VISITORS.findIndex(({ key }) => key === 'macos');
const DESKTOP = VISITORS.findIndex(({ key }) => key === 'desktop');

/** One line per kind of visitor; null while a target is not known yet. A Mac has its own where it differs. */
export function VisitorList({ targets }: { targets: readonly (TargetPreview | null)[] }) {
  const [mac, desktop] = [targets[MAC] ?? null, targets[DESKTOP] ?? null];
  const hasOwnMac = mac !== null && desktop !== null && JSON.stringify(mac) !== JSON.stringify(desktop);
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Where visitors go now">
      {VISITORS.map(
        ({ key, label, icon: Icon }, at) =>
          (key !== 'macos' || hasOwnMac) && (
            <li key={key} className="flex gap-2.5">
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-text-3" />
              <div className="min-w-0 flex-1">
                <p className="text-sm text-text-2">
                  {key === 'desktop' && hasOwnMac ? 'Other desktops' : label}
                </p>
                <Target target={targets[at] ?? null} />
              </div>
            </li>
          ),
      )}
    </ul>
  );
}

function Target({ target }: { target: TargetPreview | null }) {
  if (target === null) return <Skeleton className="mt-1 h-8 w-52" />;
  const { title, url, warns } = targetInWords(target);
  return (
    <>
      <p className="flex items-center gap-1.5 font-medium">
        {warns && <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-warn" />}
        {title}
      </p>
      {url && (
        <p className="mono truncate text-text-3" title={url}>
          {url}
        </p>
      )}
    </>
  );
}
