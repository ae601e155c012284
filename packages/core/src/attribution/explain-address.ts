import type { Conversion } from './decision.ts';

/** Says that an address had more clicks than a receipt lists or were compared; empty where it lists all. */
export function explainSharedAddress({ sharedAddress }: Conversion): string {
  if (!sharedAddress) return '';
  const { compared, listed, hasMore } = sharedAddress;
  if (hasMore) {
    return `More than ${compared} clicks came from this address: the newest ${compared} were compared, and ${listed} of them are listed.`;
  }
  return `${compared} clicks came from this address: all were compared, and ${listed} of them are listed.`;
}
