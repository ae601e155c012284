import { useMay } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { asSentence } from '../../words/delivery-words.ts';
import { AD_NETWORKS } from './ad-networks.ts';
import { SignInButton } from './common-steps.tsx';
import { loginWords } from './login-words.ts';
import type { NetworkState } from './network-state.ts';

interface NetworkNoticesProps {
  state: NetworkState;
  /** Opens the settings of an account. */
  onOpen: (accountId: string) => void;
}

/** What a person must do, or must do soon. */
export function NetworkNotices({ state: { kind, connected, health }, onOpen }: NetworkNoticesProps) {
  const mayEdit = useMay()('connections.edit');
  const { label } = AD_NETWORKS[kind];
  const logins = connected.logins.map((login) => ({ login, words: loginWords(login, new Date()) }));
  const urgent = logins.filter(({ words }) => words.tone !== 'neutral');
  const refused = health.filter(({ state }) => state === 'attention');
  return (
    <>
      {urgent.map(({ login, words: { tone, line, isOver } }) => (
        <Notice
          key={login.login_id}
          tone={tone === 'bad' ? 'bad' : 'warn'}
          role="status"
          title={
            isOver
              ? `${label} does not accept the sign-in of ${login.name} any more`
              : `The sign-in of ${login.name} ${line.charAt(0).toLowerCase()}${line.slice(1)}`
          }
          action={
            mayEdit && (
              <SignInButton kind={kind} size="sm">
                Connect again
              </SignInButton>
            )
          }
        >
          {isOver
            ? line
            : `Accounts and spend are read until then. Sign in at ${label} again before it ends.`}
        </Notice>
      ))}
      {refused.map(({ connection_id, name, reason }) => (
        <Notice
          key={connection_id}
          tone="warn"
          role="status"
          title={`${name} needs attention: nothing is sent to it`}
          action={
            mayEdit && (
              <Button size="sm" onClick={() => onOpen(connection_id)}>
                Open settings
              </Button>
            )
          }
        >
          {asSentence(reason ?? `${label} refused what we sent`).replace(/\.?$/, '.')} Open its settings, fix
          the problem and save. Queued deliveries are then sent.
        </Notice>
      ))}
    </>
  );
}
