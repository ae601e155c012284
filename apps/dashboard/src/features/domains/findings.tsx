import type { DomainFindings } from '@trailmark/contract/domains';

const HTTPS_WORDS: Record<DomainFindings['https'], string> = {
  ours: 'this installation answers',
  someone_else: 'another server answers',
  no_answer: 'nothing answers',
  not_tried: 'not tried yet',
};

const listed = (values: string[], joint = ', ') => (values.length > 0 ? values.join(joint) : 'none');

/** What the last check saw, to find the mistake. */
export function Findings({ host, findings }: { host: string; findings: DomainFindings }) {
  const rows = [
    { what: 'CNAME', seen: listed(findings.cname, ' → ') },
    { what: 'TXT', seen: listed(findings.txt) },
    { what: 'Addresses', seen: listed(findings.addresses) },
    { what: 'HTTPS', seen: HTTPS_WORDS[findings.https] },
  ];
  return (
    <section aria-label={`What the check found of ${host}`} className="rounded-md border border-line p-3">
      <h3 className="mb-2 text-sm font-medium">What the check found</h3>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
        {rows.map(({ what, seen }) => (
          <div key={what} className="contents">
            <dt className="text-text-2">{what}</dt>
            <dd className="mono leading-[1.6] break-all">{seen}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
