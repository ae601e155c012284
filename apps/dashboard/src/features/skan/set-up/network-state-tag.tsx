import type { SkanGoogleStatus } from '@trailmark/contract/skan-exports';
import { CircleAlert, CircleCheck, Clock, TriangleAlert, Unplug } from 'lucide-react';
import { Tag } from '../../../ui/tag.tsx';

const STATES = {
  NOT_CONNECTED: { label: 'Not connected', tone: 'neutral', icon: Unplug },
  LINK_MISSING: { label: 'Link missing', tone: 'warn', icon: TriangleAlert },
  PENDING: { label: 'Pending', tone: 'accent', icon: Clock },
  ACTIVE: { label: 'Active', tone: 'good', icon: CircleCheck },
  ERROR: { label: 'Error', tone: 'bad', icon: CircleAlert },
} as const satisfies Record<SkanGoogleStatus['status'], object>;

/** Whether a network has the schema. */
export function NetworkStateTag({ state }: { state: SkanGoogleStatus['status'] }) {
  const { label, tone, icon: Icon } = STATES[state];
  return (
    <Tag tone={tone}>
      <Icon aria-hidden />
      {label}
    </Tag>
  );
}
