import type { AppPlatform } from '@trailmark/contract/domains';

/** Where the phones' systems look for the file that names the apps; the places are theirs to choose. */
export const OBJECT_PATHS: Record<AppPlatform, string> = {
  IOS: '/.well-known/apple-app-site-association',
  ANDROID: '/.well-known/assetlinks.json',
};

/** Where we look for ourselves. */
export const PROOF_PATH = '/.well-known/trailmark';
