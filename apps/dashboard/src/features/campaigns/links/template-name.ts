import type { Network } from '@trailmark/contract/networks';
import { NETWORK_WORDS } from '../../../words/network-name.ts';

/** Whose macros a template has. */
export function templateName(network: Network): string {
  return network === 'OTHER' ? 'another network' : NETWORK_WORDS[network];
}
