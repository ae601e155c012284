export { NETWORK_WORDS, networkName } from '@trailmark/contract/network-name';
