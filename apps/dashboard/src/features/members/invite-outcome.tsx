import { useQuery } from '@tanstack/react-query';
import type { InviteResult } from '@trailmark/contract/members';
import { openConfigQuery } from '../../api/open-config.ts';
import { Button } from '../../ui/button.tsx';
import { DialogBody, DialogFooter } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tag } from '../../ui/tag.tsx';

const OUTCOMES = {
  invited: { tone: 'good', label: 'Invited' },
  already_invited: { tone: 'neutral', label: 'Already invited' },
  already_member: { tone: 'neutral', label: 'Already a member' },
} as const;

interface InviteOutcomeProps {
  results: InviteResult[];
  onMore: () => void;
  onDone: () => void;
}

export function InviteOutcome({ results, onMore, onDone }: InviteOutcomeProps) {
  const config = useQuery(openConfigQuery);
  const sent = results.filter(({ outcome }) => outcome === 'invited').length;
  return (
    <>
      <DialogBody role="status">
        {sent > 0 && config.data?.mail === false && (
          <Notice>
            Mail is not set up here: the links to accept were printed in the terminal of the server.
          </Notice>
        )}
        {sent === 0 && (
          <Notice>No mail was sent. An invite that waits can be sent again from the list.</Notice>
        )}
        <ul className="divide-y divide-line rounded-md border border-line">
          {results.map(({ email, outcome }) => (
            <li key={email} className="flex items-center justify-between gap-3 px-3 py-2">
              <span className="min-w-0 truncate">{email}</span>
              <Tag tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Tag>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onMore}>Invite more</Button>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}
