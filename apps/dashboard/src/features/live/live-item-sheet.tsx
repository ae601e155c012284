import type { LiveItem } from '@trailmark/contract/live';
import { useProject } from '../../project/current-project.tsx';
import { EventDeliveries } from '../../project/event-deliveries.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { networkWords } from '../../report/dimension-words.ts';
import { PersonLink } from '../../report/person-link.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';
import { Sheet, SheetCloseButton, SheetContent } from '../../ui/sheet.tsx';
import { matchWords } from '../../words/attribution-words.ts';
import { kindWords } from '../../words/event-words.ts';
import { formatInstant } from '../../words/format-instant.ts';
import { itemName, itemTitle } from './item-name.ts';

interface LiveItemSheetProps {
  item: LiveItem | null;
  onClose: () => void;
}

/** One thing that came, as it was sent. */
export function LiveItemSheet({ item, onClose }: LiveItemSheetProps) {
  const words = useProjectWords();
  return (
    <Sheet open={item !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        side="right"
        title={item ? itemTitle(item, words) : 'Live event'}
        className="w-[min(560px,calc(100vw-24px))] gap-4 p-5"
      >
        {item && <Contents item={item} />}
      </SheetContent>
    </Sheet>
  );
}

function Contents({ item }: { item: LiveItem }) {
  const { timezone } = useProject();
  const words = useProjectWords();
  return (
    <>
      <header className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="text-sm text-text-2">{kindWords(item.kind, words)}</p>
          <p className="text-xl font-semibold tracking-[-0.01em] break-words">{itemName(item, words)}</p>
        </div>
        <SheetCloseButton />
      </header>
      <DescriptionList>
        <Description label="Happened">{formatInstant(item.at, timezone, true)}</Description>
        <Description label="Received">{formatInstant(item.received_at, timezone, true)}</Description>
        <Description label="Campaign">
          {item.campaign_name ?? (item.network ? networkWords(item.network) : '–')}
        </Description>
        {item.match_type && <Description label="Match">{matchWords(item.match_type)}</Description>}
        {(item.install_id ?? item.user_id) && (
          <Description label="Person">
            <PersonLink install_id={item.install_id} user_id={item.user_id} />
          </Description>
        )}
        {item.name !== '' && item.name !== itemName(item, words) && (
          <Description label="Raw name" mono>
            {item.name}
          </Description>
        )}
        <Description label="Id" mono className="[&_dd]:break-all">
          {item.id}
        </Description>
      </DescriptionList>
      {item.install_id && (
        <EventDeliveries event={{ id: item.id, kind: item.kind, at: item.at, installId: item.install_id }} />
      )}
      <CodeBlock
        label="As it was sent"
        code={JSON.stringify(item.payload, null, 2)}
        className="[&_pre]:max-h-none"
      />
    </>
  );
}
