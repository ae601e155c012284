import { sql } from 'kysely';
import type { Group, Item, Step } from '../../pipeline/group.ts';

/** A new install was stored with the device that it was first heard of by. */
const isStored = (group: Group, item: Item) => item.call === 'open' && group.installOf(item).bornOf === item;

/** What an open tells about its device; and push tokens and ids of other tools when they come. */
export const updateDevices: Step = async (tx, group) => {
  const rows = group.items
    .filter((item) => ['open', 'push_token', 'integrations'].includes(item.call) && !isStored(group, item))
    .map((item) => ({
      a: item.project.projectId,
      b: item.installId,
      c: item.device?.advertisingId ?? null,
      d: item.device?.vendorId ?? null,
      e: item.device?.appVersion ?? null,
      f: item.device?.sdkVersion ?? null,
      g: item.device?.osVersion ?? null,
      h: item.device?.model ?? null,
      i: item.device?.language ?? null,
      j: item.device?.trackingAuthorized ?? null,
      k: item.device?.raw ?? null,
      l: item.pushToken,
      m: item.integrations,
    }));
  if (rows.length === 0) return;
  await sql`
    update installs t set
      advertising_id = coalesce(r.c, t.advertising_id), vendor_id = coalesce(r.d, t.vendor_id),
      app_version = coalesce(r.e, t.app_version), sdk_version = coalesce(r.f, t.sdk_version),
      os_version = coalesce(r.g, t.os_version), model = coalesce(r.h, t.model),
      language = coalesce(r.i, t.language), tracking_authorized = coalesce(r.j, t.tracking_authorized),
      device_data = coalesce(r.k, t.device_data), push_token = coalesce(r.l, t.push_token),
      integrations = coalesce(t.integrations, '{}') || coalesce(r.m, '{}'),
      updated_at = ${group.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b text, c text, d text, e text, f text,
      g text, h text, i text, j boolean, k jsonb, l text, m jsonb)
    where t.project_id = r.a and t.install_id = r.b`.execute(tx);
};
