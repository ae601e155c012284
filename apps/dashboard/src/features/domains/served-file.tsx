import type { Domain, VerificationObject } from '@trailmark/contract/domains';
import { useProject } from '../../project/current-project.tsx';
import { CardBody } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

interface ServedFileProps {
  object: VerificationObject;
  domains: Domain[];
}

/** What is served, and at which addresses. */
export function ServedFile({ object, domains }: ServedFileProps) {
  const { timezone } = useProject();
  const verified = domains.filter(({ status }) => status !== 'not_verified');
  const { path, json, updated_at, ios_apps, android_apps } = object;
  return (
    <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {verified.length === 0 ? (
        <p className="text-sm text-text-2">
          It will be served at <span className="mono break-all text-text">{path}</span> of every domain above
          once it is verified.
        </p>
      ) : (
        <ul aria-label="Where it is served" className="grid gap-0.5">
          {verified.map(({ id, host }) => (
            <li key={id} className="flex items-center gap-1">
              <span className="mono min-w-0 break-all text-text-2">{`https://${host}${path}`}</span>
              <CopyButton value={`https://${host}${path}`} label={`Copy the address on ${host}`} />
            </li>
          ))}
        </ul>
      )}
      <CodeBlock label={path} code={json} />
      <p className="text-sm text-text-3">
        {ios_apps || android_apps ? 'Made by the form' : 'Pasted as a file'},{' '}
        <RelativeTime at={updated_at} timeZone={timezone} />.
      </p>
    </CardBody>
  );
}
