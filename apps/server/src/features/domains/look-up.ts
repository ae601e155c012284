import type { Dns } from '../../platform/dns.ts';
import type { Evidence } from './decide-status.ts';

interface DomainRecords {
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

/** Looks at the records of a domain and judges whether they prove that the project owns it. */
export async function lookUp(dns: Dns, { host, target, txtValue }: DomainRecords): Promise<LookedUp> {
  const [cname, txt, addresses] = await Promise.all([
    dns.cnames(host),
    dns.texts(txtName(host)),
    dns.addresses(host),
  ]);
  const judge = (): Evidence => {
    // Anybody may point a name at us, and names still point at us when their owners have left: only the TXT record,
    // which holds a value of this one project, proves anything.
    if (txt?.some((value) => value.trim() === txtValue)) return { by: 'txt' };
    if (cname === null || txt === null) return 'silent';
    const leadsHere = target !== null && cname.includes(target);
    if (txt.length > 0) return { miss: 'wrong_text', leadsHere };
    if (cname.length > 0) return { miss: leadsHere ? 'no_text' : 'leads_elsewhere', leadsHere };
    return { miss: addresses && addresses.length > 0 ? 'address_only' : 'no_record', leadsHere };
  };
  return { evidence: judge(), cname: cname ?? [], txt: txt ?? [], addresses: addresses ?? [] };
}
