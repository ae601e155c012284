import type { Platform } from '@trailmark/contract/projects';
import { Globe, Smartphone } from 'lucide-react';

export const PLATFORM_WORD: Record<Platform, string> = { web: 'Web', app: 'App' };

export function PlatformIcon({ platform }: { platform: Platform }) {
  return platform === 'web' ? <Globe aria-hidden /> : <Smartphone aria-hidden />;
}
