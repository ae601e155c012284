import type { InviteResult } from '@trailmark/contract/members';
import { useState } from 'react';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { InviteForm } from './invite-form.tsx';
import { InviteOutcome } from './invite-outcome.tsx';

interface InviteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Invite people"
        description="Each gets a mail with a link to accept. All of them get the same role; it can be changed later."
      >
        <InviteSteps onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

// Inside the content, so that it starts afresh each time the dialog is opened.
function InviteSteps({ onDone }: { onDone: () => void }) {
  const [results, setResults] = useState<InviteResult[] | null>(null);
  if (!results) return <InviteForm onSent={setResults} />;
  return <InviteOutcome results={results} onMore={() => setResults(null)} onDone={onDone} />;
}
