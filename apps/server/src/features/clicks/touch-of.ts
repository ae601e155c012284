import type { ClickParameters } from '@trailmark/core/links/click-ids';
import type { LinkTarget } from '@trailmark/core/links/link-target';
import type { Visitor } from '@trailmark/core/links/visitor';
import type { Geo } from '../../platform/geo.ts';
import { deviceKey } from './device-key.ts';
import type { Click, View } from './touch.ts';

const MAX_AGENT = 400;

/** A request that counts, read to the end. */
export interface Counted {
  id: string;
  at: Date;
  link: LinkTarget;
  visitor: Visitor;
  parameters: ClickParameters;
  /** null: told by another server, and no ground to match anything by. */
  ip: string | null;
  countryIp: string | null;
  userAgent: string;
}

function common({ salt, geo }: { salt: string; geo: Geo }, counted: Counted) {
  const { id, link, visitor, parameters, ip, countryIp } = counted;
  const userAgent = counted.userAgent.slice(0, MAX_AGENT);
  return {
    project_id: link.projectId,
    id,
    link_id: link.linkId,
    campaign_id: link.campaignId,
    network: link.network,
    platform: visitor.platform,
    country: geo.countryOf(countryIp),
    device_key: deviceKey(salt, { advertisingId: parameters.advertisingId, ip, userAgent }),
    ip,
    user_agent: userAgent || null,
    advertising_id: parameters.advertisingId,
    params: parameters.params,
  };
}

export function clickOf(by: { salt: string; geo: Geo }, counted: Counted, outcome: string): Click {
  const { visitor, parameters, at } = counted;
  return {
    ...common(by, counted),
    clicked_at: at.toISOString(),
    os_version: visitor.osVersion,
    model: visitor.model,
    language: visitor.language,
    click_ids: parameters.clickIds,
    outcome,
  };
}

export function viewOf(by: { salt: string; geo: Geo }, counted: Counted): View {
  return { ...common(by, counted), viewed_at: counted.at.toISOString() };
}
