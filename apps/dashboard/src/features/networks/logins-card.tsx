import type { NetworkLogin } from '@trailmark/contract/network-accounts';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import { formatDate } from '../../words/format-instant.ts';
import type { AdNetwork } from './ad-networks.ts';
import { SignInButton } from './common-steps.tsx';
import { loginWords } from './login-words.ts';

interface LoginsCardProps {
  kind: AdNetwork;
  logins: readonly NetworkLogin[];
}

/** Who has signed in, what they gave and until when it holds. */
export function LoginsCard({ kind, logins }: LoginsCardProps) {
  const mayEdit = useMay()('connections.edit');
  return (
    <Card aria-label="Sign-ins">
      <CardHeader
        title="Sign-ins"
        description="The sign-ins that accounts and spend are read with."
        actions={
          mayEdit && (
            <SignInButton kind={kind} variant="default" size="sm">
              Sign in again
            </SignInButton>
          )
        }
        className="pb-3"
      />
      <ul>
        {logins.map((login) => (
          <Login key={login.login_id} login={login} />
        ))}
      </ul>
    </Card>
  );
}

/** Google’s are addresses, of which the end says what they are; TikTok’s are numbers, which say nothing to a person. */
const namedScopes = (scopes: readonly string[]) =>
  scopes
    .filter((scope) => !/^\d+$/.test(scope))
    .map((scope) => scope.replace('https://www.googleapis.com/auth/', ''));

function Login({ login }: { login: NetworkLogin }) {
  const { timezone } = useProject();
  const { tone, line } = loginWords(login, new Date());
  const { name, expires_at, connected_at, state } = login;
  const scopes = namedScopes(login.scopes);
  return (
    <li className="grid gap-1 border-t border-line px-4 py-3">
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        {state === 'attention' ? (
          <Tag tone="bad">Not accepted</Tag>
        ) : (
          <Tag tone={tone} title={expires_at ? formatDate(expires_at, timezone) : undefined}>
            {line}
          </Tag>
        )}
      </span>
      {state === 'attention' && <span className="text-sm break-words text-bad">{line}</span>}
      <span className="text-sm text-text-2">
        Signed in <RelativeTime at={connected_at} timeZone={timezone} />
      </span>
      {scopes.length > 0 && (
        <span className="text-sm break-words text-text-2">
          Permissions: <span className="mono text-xs">{scopes.join(', ')}</span>
        </span>
      )}
    </li>
  );
}
