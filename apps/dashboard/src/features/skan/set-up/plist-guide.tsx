import { useState } from 'react';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';

const plistOf = (domain: string) => `<key>NSAdvertisingAttributionReportEndpoint</key>
<string>https://${domain}</string>
<key>AttributionCopyEndpoint</key>
<string>https://${domain}</string>
<key>EligibleForAdAttributionKitReengagementPostbackCopies</key>
<true/>`;

/** Only characters of domains: what is typed goes into a file. */
const domainOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[^a-z0-9.-].*$/, '') || 'example.com';

/** What the app names, so that Apple sends copies of postbacks here. */
export function PlistGuide() {
  const [domain, setDomain] = useState('');
  return (
    <Card>
      <CardHeader
        title="Info.plist"
        description="Apple sends postbacks to the registrable domain that your app names; subdomains are ignored. Route /.well-known/skadnetwork/ and /.well-known/appattribution/ of that domain to this server."
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Field label="Your domain">
          <Input
            value={domain}
            placeholder="example.com"
            inputMode="url"
            autoCapitalize="none"
            onChange={({ target }) => setDomain(target.value)}
          />
        </Field>
        <CodeBlock label="Info.plist" code={plistOf(domainOf(domain))} />
      </CardBody>
    </Card>
  );
}
