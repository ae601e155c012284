import type { SpendRow, SpendSource } from '@trailmark/contract/spend';
import { NETWORK_WORDS } from '../../words/network-name.ts';

/** Where a row comes from, in words. */
export const sourceWords = (source: SpendSource) => (source === 'file' ? 'File' : NETWORK_WORDS[source]);

const dayKey = ({ date, campaign_id }: SpendRow) => `${date} ${campaign_id}`;

/** For rows that do not count: who has the day instead. */
export function countedInstead(rows: readonly SpendRow[]): (row: SpendRow) => string {
  const winners = new Map(rows.filter(({ counted }) => counted).map((row) => [dayKey(row), row.source]));
  return (row) => {
    // The row that counts may be on another page: a file is set aside for a network, and the other way round.
    const winner = winners.get(dayKey(row));
    if (winner) return `${sourceWords(winner)} has this day`;
    return row.source === 'file' ? 'a network has this day' : 'a file has this day';
  };
}

export interface CampaignOfTwoSources {
  campaign_id: string;
  name: string;
  network: string;
  counts: 'network' | 'file';
}

/** Campaigns of which a network and a file say what they cost on the same day, and which of the two counts. */
export function campaignsOfTwoSources(rows: readonly SpendRow[]): CampaignOfTwoSources[] {
  const found = new Map<string, CampaignOfTwoSources>();
  for (const row of rows.filter(({ counted }) => !counted)) {
    const { campaign_id, campaign_name: name } = row;
    const network = rows.find((one) => one.campaign_id === campaign_id && one.source !== 'file')?.source;
    found.set(campaign_id, {
      campaign_id,
      name,
      network: network ? sourceWords(network) : 'Network',
      counts: row.spend_source,
    });
  }
  return [...found.values()];
}
