import { expect, test } from 'vitest';
import { readClickParameters } from './click-ids.ts';
import { linkParameters } from './link-template.ts';

const NETWORKS_WITH_MACROS = ['META', 'GOOGLE', 'TIKTOK', 'JIO_COUPONS', 'OTHER'];

test.each<[string, string]>([
  ['META', 'campaign_id={{campaign.id}}&adset_id={{adset.id}}&ad_id={{ad.id}}'],
  ['GOOGLE', 'campaign_id={campaignid}&adset_id={adgroupid}&ad_id={creative}'],
  ['TIKTOK', 'campaign_id=__CAMPAIGN_ID__&adset_id=__AID__&ad_id=__CID__'],
  ['JIO_COUPONS', 'clid={click_id}&coupon={coupon_code}'],
  ['OTHER', 'click_id={click_id}&aff_id={aff_id}'],
])('a link of %s begins with the ids of its ad', (network, beginning) => {
  expect(linkParameters(network)).toMatch(
    new RegExp(`^${beginning.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}&`),
  );
});

test.each(['NONE', 'ORGANIC', 'toString'])('%s has no macros', (network) => {
  expect(linkParameters(network)).toBeNull();
});

/** As the network fills them in: each with a value of its own. */
const filledIn = (parameters: string) =>
  new URLSearchParams(
    parameters.split('&').map((pair, n): [string, string] => [pair.split('=')[0] ?? '', `value-${n}`]),
  );

test.each(NETWORKS_WITH_MACROS)('what %s fills in is kept with the click, all of it', (network) => {
  const query = filledIn(linkParameters(network) ?? '');
  const { clickIds, params } = readClickParameters(query, []);
  expect({ ...clickIds, ...params }).toEqual(Object.fromEntries(query));
});

test.each(NETWORKS_WITH_MACROS)('what %s leaves as it is, is not kept', (network) => {
  const { clickIds, params, advertisingId } = readClickParameters(
    new URLSearchParams(linkParameters(network) ?? ''),
    [],
  );
  expect({ clickIds, params, advertisingId }).toEqual({ clickIds: null, params: null, advertisingId: null });
});
