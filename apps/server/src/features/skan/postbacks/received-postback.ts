import { hash } from 'node:crypto';
import type { NotCounted } from '@trailmark/core/skan/judge-postback';
import type { SkanKeys } from '@trailmark/core/skan/keys';
import type { SkanPostback, SkanVerdict } from '@trailmark/core/skan/postback';
import { identityOf } from '@trailmark/core/skan/read-postback';
import { newId } from '../../../platform/ids.ts';

export type CameBy = 'device' | 'forward' | 'test';

/** A postback of a known app that waits to be checked and stored. */
export interface ReceivedPostback {
  projectId: string;
  countsDevelopment: boolean;
  cameBy: CameBy;
  postback: SkanPostback;
  /** The body as it is stored. */
  raw: string;
  receivedAt: Date;
  keys: SkanKeys;
  /** So much from its address was wrong that it is stored only if its signature is right. */
  isFromTiring: boolean;
}

/** A row of skan_postbacks but for the project. */
export interface PostbackRow {
  postback_id: string;
  received_at: Date;
  framework: string;
  version: string | null;
  came_by: CameBy;
  verdict: SkanVerdict;
  not_counted: NotCounted | null;
  network_id: string | null;
  transaction_id: string | null;
  sequence: number | null;
  app_id: number;
  source_identifier: string | null;
  campaign_number: number | null;
  conversion_type: string | null;
  fidelity: number | null;
  did_win: boolean | null;
  interaction: string | null;
  source_app_id: number | null;
  source_domain: string | null;
  marketplace: string | null;
  country: string | null;
  fine_value: number | null;
  coarse_value: string | null;
  network_campaign_id: string | null;
  network_campaign_name: string | null;
  raw: string;
  /** Hexadecimal. */
  digest: string;
}

/** The row of a postback, once its signature was checked. */
export function rowOf(
  { postback, cameBy, raw, receivedAt }: ReceivedPostback,
  judged: { verdict: SkanVerdict; notCounted: NotCounted | null },
): PostbackRow {
  return {
    postback_id: newId(receivedAt),
    received_at: receivedAt,
    framework: postback.framework,
    version: postback.version,
    came_by: cameBy,
    verdict: judged.verdict,
    not_counted: judged.notCounted,
    network_id: postback.networkId,
    transaction_id: postback.transactionId,
    sequence: postback.sequence,
    app_id: postback.appId,
    source_identifier: postback.sourceIdentifier,
    campaign_number: postback.campaignNumber,
    conversion_type: postback.conversionType,
    fidelity: postback.fidelity,
    did_win: postback.didWin,
    interaction: postback.interaction,
    source_app_id: postback.sourceAppId,
    source_domain: postback.sourceDomain,
    marketplace: postback.marketplace,
    country: postback.country,
    fine_value: postback.fineValue,
    coarse_value: postback.coarseValue,
    network_campaign_id: postback.networkCampaignId,
    network_campaign_name: postback.networkCampaignName,
    raw,
    // A test is a copy of nothing else.
    digest: hash('sha256', `${cameBy === 'test' ? 'test' : ''}${identityOf(postback)}`, 'hex'),
  };
}
