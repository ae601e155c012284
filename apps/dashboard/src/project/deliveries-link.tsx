import { Link } from '@tanstack/react-router';
import type { DeliveryState } from '@trailmark/contract/deliveries';
import type { ComponentProps } from 'react';

interface DeliveriesLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Only those of this connection. */
  connectionId?: string;
  state?: DeliveryState;
}

/** Leads to the ledger, filtered; the names are those that its screen reads from the address. */
export function DeliveriesLink({ connectionId, state, ...props }: DeliveriesLinkProps) {
  return <Link to="/deliveries" search={{ connection: connectionId, state }} {...props} />;
}
