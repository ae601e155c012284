import type { Dns } from '../../platform/dns.ts';
import type { Evidence } from './decide-status.ts';

interface Wanted {
  host: string;
  target: string | null;
  txtValue: string;
}

/** The name of the TXT record of a domain: a name of its own, since a CNAME tolerates no neighbours. */
export const txtName = (host: string) => `_trailmark.${host}`;

export interface LookedUp {
  evidence: Evidence;
  cname: string[];
  txt: string[];
  addresses: string[];
}

/** Looks at the records of a domain and judges whether they are meant for us. */
export async function lookUp(dns: Dns, { host, target, txtValue }: Wanted): Promise<LookedUp> {
  const [cname, txt, addresses] = await Promise.all([
    dns.cnames(host),
    dns.texts(txtName(host)),
    dns.addresses(host),
  ]);
  const judge = (): Evidence => {
    if (target !== null && cname?.includes(target)) return { by: 'cname' };
    if (txt?.some((value) => value.trim() === txtValue)) return { by: 'txt' };
    if (cname === null || txt === null) return 'silent';
    if (txt.length > 0) return { miss: 'wrong_text' };
    if (cname.length > 0) return { miss: 'leads_elsewhere' };
    return { miss: addresses && addresses.length > 0 ? 'address_only' : 'no_record' };
  };
  return { evidence: judge(), cname: cname ?? [], txt: txt ?? [], addresses: addresses ?? [] };
}
