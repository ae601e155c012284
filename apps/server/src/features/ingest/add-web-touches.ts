import { readWebTouch } from '@trailmark/core/client/web-touch';
import { clickTokenIn } from '@trailmark/core/links/signed-click';
import type { Item } from '../../pipeline/group.ts';

interface VisitBody {
  link?: string | null | undefined;
  first_touch?: Record<string, unknown> | null | undefined;
  last_touch?: Record<string, unknown> | null | undefined;
}

const urlOf = (touch: VisitBody['first_touch']) => (typeof touch?.url === 'string' ? touch.url : null);

/**
 * The address that a visit landed on opens nothing by itself: only a click of ours in it counts, or one that the
 * browser remembers from before it could send anything.
 */
export function addWebTouches(item: Item, { link, first_touch, last_touch }: VisitBody): void {
  item.url = link && clickTokenIn(link) ? link : null;
  const remembered = [urlOf(last_touch), urlOf(first_touch)].find((url) => url && clickTokenIn(url));
  if (remembered) item.rememberedUrl = remembered;
  if (!item.device) return;
  item.device.firstTouch = readWebTouch(first_touch, link ?? null);
  item.device.lastTouch = readWebTouch(last_touch, link ?? null);
}
