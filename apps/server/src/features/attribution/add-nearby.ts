import { chooseNearby, LISTED_NEARBY, type NearbyChoice } from '@trailmark/core/attribution/choose-nearby';
import type { Touch } from '@trailmark/core/attribution/decision';
import { rulesOf } from '@trailmark/core/attribution/rules';
import { conversionOf, type IpKnowledge, type UndecidedOpen } from './conversion.ts';
import type { Candidates } from './find-candidates.ts';

/**
 * Different devices of a group that are compared with all clicks of their address; further ones are compared with
 * the newest that a receipt lists. So many people do not open an app for the first time in one moment.
 */
const DEVICES_PER_ADDRESS = 20;

/** What the comparison depends on: alike devices are compared once. */
function deviceText({ item, at }: UndecidedOpen): string {
  const { device } = item;
  const traits = [device?.osVersion, device?.model, device?.language, device?.advertisingId];
  const rest = [device?.trackingAuthorized, device?.installBeginAt, device?.hasMalformedId];
  return JSON.stringify([at, item.platform, traits, rest]);
}

/** Adds to what was found by an id the clicks of the address that the receipt lists. */
export function createAddNearby(ips: IpKnowledge): (open: UndecidedOpen, candidates: Candidates) => void {
  const choices = new Map<Touch[], Map<string, NearbyChoice>>();

  const choose = (open: UndecidedOpen, { nearby, hasMoreNearby }: Candidates): NearbyChoice => {
    const ofAddress = choices.get(nearby) ?? new Map<string, NearbyChoice>();
    choices.set(nearby, ofAddress);
    const text = deviceText(open);
    const known = ofAddress.get(text);
    if (known) return known;
    const isCut = ofAddress.size >= DEVICES_PER_ADDRESS && nearby.length > LISTED_NEARBY;
    const choice = chooseNearby(conversionOf(open, ips), isCut ? nearby.slice(0, LISTED_NEARBY) : nearby, {
      rules: rulesOf(open.item.project.rules),
      hasMore: hasMoreNearby || isCut,
    });
    if (!isCut) ofAddress.set(text, choice);
    return choice;
  };

  return (open, candidates) => {
    const choice = choose(open, candidates);
    open.sharedAddress = choice.sharedAddress;
    for (const click of choice.touches) {
      const same = candidates.touches.find(({ id }) => id === click.id);
      if (same) same.foundBy.push('ip');
      else candidates.touches.push({ ...click, foundBy: ['ip'] });
    }
  };
}
