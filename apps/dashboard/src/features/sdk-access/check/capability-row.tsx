import { Link } from '@tanstack/react-router';
import type { SdkCapability } from '@trailmark/contract/sdk-check';
import { Check, Circle } from 'lucide-react';
import { useProject } from '../../../project/current-project.tsx';
import { cn } from '../../../ui/cn.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { capabilityWords } from './check-words.ts';

/** One line of the checklist: what, and when which install showed it last. */
export function CapabilityRow({
  capability: { capability, seen_at, ...sender },
}: {
  capability: SdkCapability;
}) {
  const { platform } = useProject();
  const { title, text, isOptional } = capabilityWords(capability, platform);
  const isSeen = seen_at !== null;
  return (
    <li
      data-capability={capability}
      data-seen={isSeen}
      className="flex min-w-0 items-start gap-3 border-b border-line px-4 py-2.5 last:border-b-0 md:[&:nth-last-child(-n+2)]:border-b-0 md:odd:border-r"
    >
      <span
        className={cn(
          'mt-px grid size-[22px] shrink-0 place-items-center rounded-full border',
          isSeen ? 'border-transparent bg-good-soft text-good' : 'border-line-strong text-text-3',
        )}
      >
        {isSeen ? (
          <Check aria-hidden className="size-3.5" strokeWidth={2.4} />
        ) : (
          <Circle aria-hidden className="size-1.5 fill-current" />
        )}
        <span className="sr-only">{isSeen ? 'Seen' : 'Not seen yet'}</span>
      </span>
      <div className="grid min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{title}</span>
          {!isSeen && isOptional && <Tag>Optional</Tag>}
        </span>
        <span className="text-sm text-text-2">{isSeen ? <Sighting at={seen_at} {...sender} /> : text}</span>
      </div>
    </li>
  );
}

const PLATFORM_WORDS: Record<string, string> = { ios: 'iOS', android: 'Android', web: 'Web' };

interface SightingProps {
  at: string;
  install_id: string | null;
  platform: string | null;
}

function Sighting({ at, install_id, platform }: SightingProps) {
  const { timezone } = useProject();
  return (
    <span className="flex min-w-0 flex-wrap gap-x-1">
      <RelativeTime at={at} timeZone={timezone} />
      {platform && PLATFORM_WORDS[platform] && <span>· {PLATFORM_WORDS[platform]}</span>}
      <span className="min-w-0 truncate">
        by {install_id ? <InstallLink installId={install_id} /> : 'your server'}
      </span>
    </span>
  );
}

export function InstallLink({ installId }: { installId: string }) {
  return (
    <Link to="/users/$id" params={{ id: `i:${installId}` }} className="link mono">
      {installId}
    </Link>
  );
}
