import type { ConnectionKind } from '@trailmark/contract/connections';
import { Webhook } from 'lucide-react';
import { cn } from '../ui/cn.ts';

const MONOGRAMS: Record<Exclude<ConnectionKind, 'webhook'>, string> = {
  mixpanel: 'Mx',
  amplitude: 'Am',
  posthog: 'Ph',
  clevertap: 'Ct',
  moengage: 'Mo',
  META: 'Me',
  TIKTOK: 'Tt',
  JIO_COUPONS: 'Co',
};

interface ConnectionMarkProps {
  kind: ConnectionKind;
  size?: 'sm' | 'md';
}

/** Our own mark of a destination; its name is always next to it. */
export function ConnectionMark({ kind, size = 'md' }: ConnectionMarkProps) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid shrink-0 place-items-center border border-line-strong bg-raised font-semibold text-text-2 select-none',
        size === 'sm' ? 'size-5 rounded-xs text-[9px]' : 'size-9 rounded-md text-[13px]',
      )}
    >
      {kind === 'webhook' ? (
        <Webhook className={size === 'sm' ? 'size-3' : 'size-[17px] stroke-[1.7]'} />
      ) : (
        MONOGRAMS[kind]
      )}
    </span>
  );
}
