import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaignResolver, type SkanCampaign, type SkanSource } from './resolve-campaign.ts';

const campaign = (campaignId: string, more: Partial<SkanCampaign>): SkanCampaign => ({
  campaignId,
  network: 'META',
  skanNetworkId: null,
  skanIds: [],
  networkCampaignIds: [],
  ...more,
});
const source = (more: Partial<SkanSource>): SkanSource => ({
  networkId: 'v9wttpbfk9.skadnetwork',
  sourceIdentifier: null,
  campaignNumber: null,
  networkCampaignId: null,
  ...more,
});

const CAMPAIGNS = [
  campaign('a', { skanIds: ['5239', '7'] }),
  campaign('b', { skanIds: ['5139', '0007'] }),
  campaign('c', { network: 'OTHER', skanNetworkId: 'abc123.skadnetwork', skanIds: ['5239'] }),
  campaign('d', { network: 'TIKTOK', networkCampaignIds: ['991'] }),
  campaign('e', { network: 'OTHER', skanIds: ['1111'] }),
  campaign('f', { network: 'OTHER', skanNetworkId: 'def456.skadnetwork', networkCampaignIds: ['77'] }),
];

describe('the campaign of a postback', () => {
  const cases: [string, Partial<SkanSource>, string | string[] | null][] = [
    ['four digits are exact', { sourceIdentifier: '5239' }, 'a'],
    ['three digits, one campaign ends so', { sourceIdentifier: '239' }, 'a'],
    ['two digits, two campaigns end so', { sourceIdentifier: '39' }, ['a', 'b']],
    ['nobody has it', { sourceIdentifier: '40' }, null],
    [
      'the other id of the same network',
      { networkId: 'n38lu8286q.skadnetwork', sourceIdentifier: '139' },
      'b',
    ],
    [
      'an id of another network means another campaign',
      { networkId: 'ABC123.skadnetwork', sourceIdentifier: '39' },
      'c',
    ],
    ['a number of an early version is no source identifier', { campaignNumber: 7 }, 'a'],
    ['a source identifier is no number', { sourceIdentifier: '07' }, 'b'],
    ['a network that nobody knows', { networkId: 'zzz.skadnetwork', sourceIdentifier: '5239' }, null],
    [
      'a campaign of a network without ids is never found',
      { networkId: 'zzz.skadnetwork', sourceIdentifier: '1111' },
      null,
    ],
    ['no network', { networkId: null, sourceIdentifier: '5239' }, null],
    ['what the network calls it', { networkId: 'mj797d8u6f.skadnetwork', networkCampaignId: '991' }, 'd'],
    [
      'what the network calls it that the campaign names',
      { networkId: 'DEF456.skadnetwork', networkCampaignId: '77' },
      'f',
    ],
    [
      'a network that nobody knows calls it so',
      { networkId: 'zzz.skadnetwork', networkCampaignId: '77' },
      null,
    ],
    ['another network calls it so', { networkCampaignId: '991', sourceIdentifier: '5239' }, 'a'],
  ];

  it.each(cases)('%s', (_, given, expected) => {
    const found = campaignResolver(CAMPAIGNS, 'last')(source(given));
    const said =
      found.state === 'resolved' ? found.campaignId : found.state === 'unresolved' ? found.candidates : null;
    expect(said).toEqual(expected);
  });

  it('goes by the first digits where Apple keeps those', () => {
    const resolve = campaignResolver(CAMPAIGNS, 'first');
    expect(resolve(source({ sourceIdentifier: '52' }))).toEqual({ state: 'resolved', campaignId: 'a' });
    expect(resolve(source({ sourceIdentifier: '39' }))).toEqual({ state: 'unknown' });
  });

  it('names every campaign with these digits and no other, whatever they are', () => {
    const identifier = fc.integer({ min: 0, max: 9999 }).map((n) => String(n).padStart(4, '0'));
    const digits = fc.stringMatching(/^\d{2,4}$/);
    fc.assert(
      fc.property(fc.uniqueArray(identifier, { maxLength: 60 }), digits, (ids, sent) => {
        const resolve = campaignResolver(
          ids.map((id) => campaign(id, { skanIds: [id] })),
          'last',
        );
        const found = resolve(source({ sourceIdentifier: sent }));
        const ending = ids.filter((id) => id.endsWith(sent)).sort();
        if (ending.length === 0) expect(found).toEqual({ state: 'unknown' });
        else if (ending.length === 1) expect(found).toEqual({ state: 'resolved', campaignId: ending[0] });
        else expect(found).toEqual({ state: 'unresolved', candidates: ending });
      }),
    );
  });
});
