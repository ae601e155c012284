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

interface By {
  salt: string;
  geo: Geo;
}

/** Many come within one millisecond. */
let lastAt = { ms: Number.NaN, text: '' };

function textOfTime(at: Date): string {
  const ms = at.getTime();
  if (ms !== lastAt.ms) lastAt = { ms, text: at.toISOString() };
  return lastAt.text;
}

const agentOf = ({ userAgent }: Counted) => userAgent.slice(0, MAX_AGENT);

const keyOf = ({ salt }: By, { parameters, ip, userAgent }: Counted) =>
  deviceKey(salt, { advertisingId: parameters.advertisingId, ip, userAgent });

// Written out in both: copying a dozen fields from one object to the next costs more than all the rest here.

export function clickOf(by: By, counted: Counted, outcome: string): Click {
  const { link, visitor, parameters } = counted;
  return {
    project_id: link.projectId,
    id: counted.id,
    clicked_at: textOfTime(counted.at),
    link_id: link.linkId,
    campaign_id: link.campaignId,
    network: link.network,
    platform: visitor.platform,
    country: by.geo.countryOf(counted.countryIp),
    device_key: keyOf(by, counted),
    ip: counted.ip,
    user_agent: agentOf(counted) || null,
    os_version: visitor.osVersion,
    model: visitor.model,
    language: visitor.language,
    advertising_id: parameters.advertisingId,
    click_ids: parameters.clickIds,
    params: parameters.params,
    outcome,
  };
}

export function viewOf(by: By, counted: Counted): View {
  const { link, visitor, parameters } = counted;
  return {
    project_id: link.projectId,
    id: counted.id,
    viewed_at: textOfTime(counted.at),
    link_id: link.linkId,
    campaign_id: link.campaignId,
    network: link.network,
    platform: visitor.platform,
    country: by.geo.countryOf(counted.countryIp),
    device_key: keyOf(by, counted),
    ip: counted.ip,
    user_agent: agentOf(counted) || null,
    advertising_id: parameters.advertisingId,
    params: parameters.params,
  };
}
