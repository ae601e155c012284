import { isConsumerMail } from '@trailmark/contract/consumer-mail';
import { Lightbulb } from 'lucide-react';

/** A gentle word where somebody uses a private address; it keeps nobody from going on. */
export function ConsumerMailHint({ addresses, mine = false }: { addresses: string[]; mine?: boolean }) {
  const consumer = addresses.filter(isConsumerMail);
  if (consumer.length === 0) return null;
  const whose = mine
    ? 'This looks like a private address. Use your work e-mail, so that your colleagues recognise you.'
    : `${consumer.length === 1 ? consumer[0] : `${consumer.length} of these`} ${consumer.length === 1 ? 'looks like a private address' : 'look like private addresses'}. A work e-mail is easier to recognise, and ends with the job.`;
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-text-2">
      <Lightbulb aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <span className="min-w-0 break-words">{whose}</span>
    </p>
  );
}
