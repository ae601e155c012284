import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

const PAGE = '/postbacks' as string as LinkProps['to'];

interface EventMapsLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Only those of this account. */
  accountId?: string | undefined;
}

/** Leads to how events are sent to ad networks. */
export function EventMapsLink({ accountId, ...props }: EventMapsLinkProps) {
  const search = { ad_network_id: accountId } as LinkProps['search'];
  return <Link to={PAGE} search={search} {...props} />;
}
