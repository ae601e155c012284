import { handleDeeplink } from '@trailmark/contract/client';
import { DeeplinkBody } from '@trailmark/contract/client-bodies';
import { readDevice } from '@trailmark/core/client/read-device';
import type { z } from 'zod';
import { validate } from '../../http/mount.ts';
import type { Item } from '../../pipeline/group.ts';
import { attributionAnswer, conversionAnswer } from './answers.ts';
import type { ClientCall } from './client-call.ts';
import { findInstall } from './find-install.ts';
import { identifyCall, keyOf, minuteKeys, ownerOf } from './item-identity.ts';
import { withConsent } from './read-call.ts';
import { type Arrival, blankItem } from './read-item.ts';
import { withClick } from './with-click.ts';

type Body = z.output<typeof DeeplinkBody>;

/** Meta's referrer may be beside the device or in it. */
function deviceOf({ device_data, meta_install_referrer, platform }: Body): Item['device'] {
  const bag = {
    ...(meta_install_referrer ? { meta_install_ref: meta_install_referrer } : {}),
    ...device_data,
  };
  return Object.keys(bag).length > 0 ? readDevice(bag, { platform }) : null;
}

function itemOf(arrival: Arrival, body: Body): Item {
  const url = body.deeplink_url || body.url || body.deeplink || '';
  const item = blankItem(arrival, 'deep_link', body);
  item.device = deviceOf(body);
  item.url = url;
  const parts = ['deeplink', ownerOf(item), url];
  if (body.event_id) return identifyCall(item, 'handle-deeplink', body.event_id);
  if (typeof body.timestamp !== 'number') return { ...item, ...minuteKeys(arrival.receivedAt, ...parts) };
  return { ...item, key: keyOf(...parts, body.timestamp) };
}

const installHint = ({ installId, device }: Item) => installId || device?.advertisingId || device?.vendorId;

/** A link opened the app: where to go is answered even where nobody can tell which install it was. */
export const deeplinkCall: ClientCall = {
  route: handleDeeplink,
  async answer(door, arrival, body) {
    const valid = validate(DeeplinkBody, body, 'body') as Body;
    const item = withConsent(itemOf(arrival, valid), valid.consent);
    const { projectId } = item.project;
    const advertisingId = item.device?.advertisingId ?? null;
    const isKnown = Boolean(installHint(item));
    const link = isKnown ? await withClick(door, item) : await door.findLink(projectId, item.url ?? '');
    const group = isKnown ? await door.ingest.add([item], arrival.delivery) : null;
    const { db } = await door.connection.of(projectId);
    const install = group?.installOf(item) ?? (await findInstall(db, projectId, ''));
    const isOurs = link !== null;
    return {
      ...(group ? conversionAnswer(group, item) : {}),
      deeplink: link?.deepLink ?? null,
      is_trailmark: isOurs,
      is_linkrunner: isOurs,
      processing: false,
      attribution: await attributionAnswer(door.names, install, { now: item.receivedAt, advertisingId }),
    };
  },
};
