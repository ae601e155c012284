import type { ReactNode } from 'react';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { OutsideLink } from '../../../ui/outside-link.tsx';
import { caddySnippet, infoPlist, nginxSnippet, publicDomain } from './plist-snippets.ts';
import type { SkanSetUp } from './set-up-query.ts';

const APPLE = 'https://developer.apple.com/documentation';
const EXAMPLE = 'example.com';

interface PlistCardProps {
  setUp: SkanSetUp;
  /** Of the domain check; null: the one of this installation. */
  domain: string | null;
}

/** What an app and its domain need, with the addresses of this installation filled in. */
export function PlistCard({ setUp, domain }: PlistCardProps) {
  const { server_url, paths, forward_url } = setUp;
  const appDomain = domain ?? publicDomain(server_url) ?? EXAMPLE;
  return (
    <Card>
      <CardHeader
        title="Info.plist and routing"
        description="Devices send a copy of each postback to the domain in the Info.plist of your app. They use only its registrable part: for go.example.com they send to example.com."
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Part
          title="1. Add the keys to the app"
          text="The first key is for SKAdNetwork (iOS 15 and later), the second for AdAttributionKit, the third for copies about re-engagements (iOS 18 and later). Enter your domain in the domain check above to fill it in here."
        >
          <CodeBlock label="Info.plist" code={infoPlist(appDomain)} />
        </Part>
        <Part
          title="2. Route two paths of the domain here"
          text="With a valid certificate and without a redirect, because devices follow none. Not needed where the domain leads to this installation already."
        >
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label="SKAdNetwork">
              <CopyField value={paths.skadnetwork} copyLabel="Copy path of SKAdNetwork" />
            </Field>
            <Field label="AdAttributionKit">
              <CopyField value={paths.adattributionkit} copyLabel="Copy path of AdAttributionKit" />
            </Field>
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2">
            <CodeBlock label="Caddyfile" code={caddySnippet(domain ?? EXAMPLE, server_url)} />
            <CodeBlock label="nginx.conf" code={nginxSnippet(server_url)} />
          </div>
        </Part>
        <Part
          title="3. Networks that forward postbacks"
          text="A network that gets the postbacks itself can forward them to this address, with a private key of the project."
        >
          <CopyField
            value={forward_url}
            aria-label="Forwarding address"
            copyLabel="Copy forwarding address"
          />
        </Part>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <OutsideLink href="/guides/skan.md">SKAN postbacks</OutsideLink>
          <OutsideLink href="/guides/skan-schema.md">SKAN schema</OutsideLink>
          <OutsideLink href="/guides/skan-report.md">SKAN report</OutsideLink>
          <OutsideLink href="/api/docs">API reference</OutsideLink>
          <OutsideLink
            href={`${APPLE}/bundleresources/information-property-list/nsadvertisingattributionreportendpoint`}
          >
            Apple on SKAdNetwork copies
          </OutsideLink>
          <OutsideLink href={`${APPLE}/adattributionkit`}>Apple on AdAttributionKit</OutsideLink>
        </p>
      </CardBody>
    </Card>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-0.5">
        <h3 className="text-[13px] font-medium">{title}</h3>
        <p className="max-w-[72ch] text-sm text-text-2">{text}</p>
      </div>
      {children}
    </section>
  );
}
