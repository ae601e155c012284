import {
  AndroidApp,
  AppPlatform,
  type DnsRecord,
  type Domain,
  IosApp,
  type VerificationObject,
} from '@trailmark/contract/domains';
import { linkTarget } from './link-target.ts';
import { txtName } from './look-up.ts';
import type { DomainRow, ObjectRow } from './store.ts';
import { OBJECT_PATHS } from './well-known-paths.ts';

function recordsOf({ host, txt_value }: DomainRow, target: string | null): DnsRecord[] {
  const cname: DnsRecord[] = target ? [{ type: 'CNAME', name: host, value: target }] : [];
  return [...cname, { type: 'TXT', name: txtName(host), value: txt_value }];
}

export function presentDomain(kit: Parameters<typeof linkTarget>[0], row: DomainRow): Domain {
  return {
    id: row.id,
    host: row.host,
    status: row.status,
    records: recordsOf(row, linkTarget(kit)),
    verified_by: row.verified_by,
    problem: row.problem,
    checked_at: row.checked_at?.toISOString() ?? null,
    verified_at: row.verified_at?.toISOString() ?? null,
    live_at: row.live_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export function presentObject(row: ObjectRow): VerificationObject {
  const platform = AppPlatform.parse(row.platform);
  return {
    platform,
    path: OBJECT_PATHS[platform],
    json: JSON.stringify(row.object, null, 2),
    ios_apps: platform === 'IOS' && row.form ? IosApp.array().parse(row.form) : null,
    android_apps: platform === 'ANDROID' && row.form ? AndroidApp.array().parse(row.form) : null,
    updated_at: row.updated_at.toISOString(),
  };
}
