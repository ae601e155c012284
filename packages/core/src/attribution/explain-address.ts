import type { Conversion } from './decision.ts';

/**
 * Says that clicks of the address were not looked up, or that it had more than a receipt lists or were compared; empty
 * where the receipt lists all.
 */
export function explainAddress({ sharedAddress, isAddressSkipped }: Conversion): string {
  if (isAddressSkipped) {
    return 'Clicks from the same address were not looked up: a click id is stronger evidence.';
  }
  if (!sharedAddress) return '';
  const { compared, listed, hasMore } = sharedAddress;
  if (hasMore) {
    return `More than ${compared} clicks came from this address: the newest ${compared} were compared, and ${listed} of them are listed.`;
  }
  return `${compared} clicks came from this address: all were compared, and ${listed} of them are listed.`;
}
