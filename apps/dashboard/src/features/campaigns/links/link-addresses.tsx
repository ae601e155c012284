import type { Link } from '@trailmark/contract/links';
import type { Network } from '@trailmark/contract/networks';
import { capital } from '@trailmark/contract/project-words';
import { useState } from 'react';
import { CopyArea, CopyField } from '../../../ui/copy-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { QrCode, QrDownloads } from './qr-code.tsx';
import { templateName } from './template-name.ts';

type LinkWithUrls = Pick<Link, 'link_id' | 'urls'>;

const hostOf = (url: string) => new URL(url).host;

/** Every address of a link, to copy, and its QR code, to print. */
export function LinkAddresses({ link }: { link: LinkWithUrls }) {
  const { short, domains, impression } = link.urls;
  const [chosen, setChosen] = useState(short);
  const host = chosen === short ? undefined : hostOf(chosen);
  return (
    <>
      <Field label="Short link">
        <CopyField value={short} copyLabel="Copy the short link" />
      </Field>
      {domains.map((url) => (
        <Field key={url} label={`On ${hostOf(url)}`}>
          <CopyField value={url} copyLabel={`Copy the link on ${hostOf(url)}`} />
        </Field>
      ))}
      <Field label="Impression address" hint="When an ad network loads it with an ad, a view is counted.">
        <CopyField value={impression} copyLabel="Copy the impression address" />
      </Field>
      <AdLink urls={link.urls} />
      <div className="flex flex-wrap items-start gap-4 border-t border-line pt-4">
        <QrCode linkId={link.link_id} url={chosen} host={host} />
        <div className="grid min-w-0 flex-1 basis-44 gap-3">
          {domains.length > 0 && (
            <Field label="The QR code leads to">
              <Select
                options={[short, ...domains].map((url) => ({ value: url, label: hostOf(url) }))}
                value={chosen}
                onValueChange={setChosen}
              />
            </Field>
          )}
          <p className="mono break-all text-text-2">{chosen}</p>
          <QrDownloads linkId={link.link_id} url={chosen} host={host} />
        </div>
      </div>
    </>
  );
}

/** The network fills in which campaign, ad set and ad were clicked. */
function AdLink({ urls: { template: own, templates } }: { urls: Link['urls'] }) {
  const first = templates.find(({ url }) => url === own?.url) ?? templates[0];
  const [network, setNetwork] = useState(first?.network);
  const template = templates.find((one) => one.network === network);
  if (!template) return null;
  return (
    <>
      <Field label="For ads on">
        <Select
          options={templates.map((one) => ({
            value: one.network,
            label: capital(templateName(one.network)),
          }))}
          value={template.network}
          onValueChange={(chosen) => setNetwork(chosen as Network)}
        />
      </Field>
      <Field
        label="Link for ads, with the network’s macros"
        hint="For each click, the network fills in its own campaign, ad set and ad."
      >
        <CopyArea value={template.url} copyLabel="Copy the link for ads" />
      </Field>
      <Field
        label="Only its parameters"
        hint="For a network that has a field for them, such as URL parameters or Final URL suffix."
      >
        <CopyField value={template.parameters} copyLabel="Copy the parameters for ads" />
      </Field>
    </>
  );
}
