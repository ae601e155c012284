import { Link } from '@tanstack/react-router';
import { useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { countInWords } from '../../words/count-in-words.ts';
import { AD_NETWORKS, type AdNetwork } from './ad-networks.ts';
import { APP_GUIDES, SIGN_IN_TEXT } from './app-fields.ts';
import { AppStep } from './app-form.tsx';
import { loginWords } from './login-words.ts';
import type { NetworkState } from './network-state.ts';
import type { SetUpStep } from './set-up-card.tsx';
import { useImportAgain, useSignIn } from './use-network.ts';

/** The steps that every network begins with. */
export function firstSteps({ kind, app, connected: { accounts, logins } }: NetworkState): SetUpStep[] {
  const { label, account } = AD_NETWORKS[kind];
  const live = logins.map((login) => ({ login, words: loginWords(login, new Date()) }));
  const valid = live.filter(({ words }) => !words.isOver);
  return [
    {
      id: 'app',
      title: `Enter your ${APP_GUIDES[kind].noun}`,
      done: app.id !== null,
      text: app.id === null ? `Create it at ${APP_GUIDES[kind].page.label}; it takes some minutes.` : app.id,
      body: <AppStep key={app.id} kind={kind} app={app} />,
    },
    {
      id: 'sign-in',
      title: `Sign in at ${label}`,
      done: valid.length > 0,
      text:
        valid.length > 0
          ? valid.map(({ login, words }) => `${login.name}. ${words.line}.`).join(' ')
          : logins.length > 0
            ? `${label} no longer accepts the sign-in.`
            : 'Lets this project read accounts and spend.',
      ...(app.id === null ? {} : { body: <SignInStep kind={kind} isDone={valid.length > 0} /> }),
    },
    {
      id: 'import',
      title: `Import ${account}s`,
      done: accounts.length > 0,
      text:
        accounts.length > 0
          ? `${countInWords(accounts.length, account)} imported.`
          : `Everything that the person who signed in can see. This starts automatically after sign-in.`,
      ...(logins.length > 0 ? { body: <ImportStep kind={kind} /> } : {}),
    },
  ];
}

/** The step that every network ends with. */
export function lastStep({ kind, connected: { accounts }, eventMaps }: NetworkState): SetUpStep {
  const active = eventMaps.filter((map) => map.active).length;
  return {
    id: 'events',
    title: 'Choose the events to send',
    done: active > 0,
    text:
      active > 0
        ? `${countInWords(active, 'event')} mapped.`
        : `Which of your events ${AD_NETWORKS[kind].label} is sent, and under which name.`,
    ...(accounts.length > 0
      ? {
          body: (
            <div className="grid gap-3 text-[13px] text-text-2">
              <p>
                Nothing is sent until an event is mapped. Defaults are proposed from the names of your events.
              </p>
              <Button asChild variant={active > 0 ? 'default' : 'primary'} className="w-fit">
                <Link to="/postbacks">Map events</Link>
              </Button>
            </div>
          ),
        }
      : {}),
  };
}

function SignInStep({ kind, isDone }: { kind: AdNetwork; isDone: boolean }) {
  return (
    <div className="grid max-w-[640px] gap-3 text-[13px] text-text-2">
      <p>{SIGN_IN_TEXT[kind]}</p>
      <SignInButton kind={kind} variant={isDone ? 'default' : 'primary'}>
        {isDone ? 'Sign in again' : `Sign in at ${AD_NETWORKS[kind].label}`}
      </SignInButton>
    </div>
  );
}

interface SignInButtonProps {
  kind: AdNetwork;
  children: string;
  variant?: 'primary' | 'default';
  size?: 'sm' | 'md';
}

export function SignInButton({ kind, children, variant = 'primary', size = 'md' }: SignInButtonProps) {
  const { project_id } = useProject();
  const signIn = useSignIn(kind, project_id);
  return (
    <Button
      variant={variant}
      size={size}
      className="w-fit"
      loading={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      {children}
    </Button>
  );
}

function ImportStep({ kind }: { kind: AdNetwork }) {
  const { label, account } = AD_NETWORKS[kind];
  const again = useImportAgain(kind);
  return (
    <div className="grid max-w-[640px] gap-3 text-[13px] text-text-2">
      <p>
        No accounts? The person who signed in may have no access to any {account} at {label}. Grant it there,
        then import again.
      </p>
      <Button className="w-fit" loading={again.isPending} onClick={() => again.mutate()}>
        Import {account}s
      </Button>
    </div>
  );
}
