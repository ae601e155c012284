import type { WeighedTouch } from '@trailmark/contract/people';
import type { Conversion, Touch } from '@trailmark/core/attribution/decision';
import ipaddr from 'ipaddr.js';

const NETWORK_BITS = { ipv4: 24, ipv6: 48 } as const;

/** The network of an address: enough to see why two agree, and not who it was. */
function networkOf(ip: string | null): string | null {
  if (ip === null || !ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  const bits = NETWORK_BITS[address.kind()];
  const cidr = `${address.toString()}/${bits}`;
  const network =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${bits}`;
}

function deviceValues(device: Touch | Conversion) {
  return {
    platform: device.platform,
    os_version: device.osVersion,
    model: device.model,
    language: device.language,
    advertising_id: device.advertisingId,
    network: networkOf(device.ip),
    private_relay: device.isRelay,
  };
}

/** What was compared, for an engineer: the touch, the device, and what else was known. */
export function rawValues(conversion: Conversion, touch: Touch): WeighedTouch['raw'] {
  return {
    touch: deviceValues(touch),
    device: deviceValues(conversion),
    same_address: touch.ip !== null && touch.ip === conversion.ip,
    found_by: touch.foundBy,
    windows: { ...touch.windows },
    owned_media: touch.ownedMedia,
    tracking_authorized: conversion.trackingAuthorized,
    download_began_at: conversion.installBeginAt,
    opened_at: conversion.at,
    used_by: touch.usedBy,
    touches_of_device_in_hour: touch.sameDeviceTouches,
    touches_of_address_in_hour: touch.sameIpTouches,
  };
}
