import { useMutation, useQueryClient } from '@tanstack/react-query';
import { revokeSession, type Session } from '@trailmark/contract/users';
import { Monitor, Smartphone, SquareTerminal, Tablet } from 'lucide-react';
import { call } from '../../api/client.ts';
import { endSession } from '../../api/session.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast-store.ts';
import { deviceOf } from '../../words/device-of.ts';

const ICONS = { computer: Monitor, phone: Smartphone, tablet: Tablet, program: SquareTerminal } as const;

const METHODS: Record<Session['method'], string> = {
  google: 'Google',
  magic_link: 'Link by e-mail',
  local: 'Link in the terminal',
  invite: 'Invite',
};

export function SessionRow({ session }: { session: Session }) {
  const queryClient = useQueryClient();
  const { kind, name } = deviceOf(session.user_agent);
  const Icon = ICONS[kind];
  const signOut = useMutation({
    mutationFn: async () => {
      if (session.current) return endSession();
      await call(revokeSession, { query: { session_id: session.id } });
    },
    onSuccess: async () => {
      toast({ title: session.current ? 'You are signed out' : `${name} was signed out` });
      if (!session.current) await queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
    onError: (error) => toastFailure(`${name} was not signed out`, error),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2.5">
      <Icon aria-hidden className="size-4 shrink-0 text-text-2" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex items-center gap-2 font-medium">
          {name}
          {session.current && <Tag tone="good">This one</Tag>}
        </p>
        <p className="text-sm text-text-2">
          {METHODS[session.method]}
          {session.ip && (
            <>
              {' · '}
              <span className="mono">{session.ip}</span>
            </>
          )}
          {' · used '}
          <RelativeTime at={session.last_used_at} />
        </p>
      </div>
      <Button loading={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out<span className="sr-only"> of {name}</span>
      </Button>
    </li>
  );
}
