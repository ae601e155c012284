import { useQuery } from '@tanstack/react-query';
import type { Output } from '@trailmark/contract/call';
import type { getSkanPostback } from '@trailmark/contract/skan-postbacks';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { useProject } from '../../../project/current-project.tsx';
import { countryWords } from '../../../report/dimension-words.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Description, DescriptionList } from '../../../ui/description-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet, SheetCloseButton, SheetContent } from '../../../ui/sheet.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { formatInstant } from '../../../words/format-instant.ts';
import { jsonInLines } from '../../../words/json-in-lines.ts';
import { INTERACTION_WORDS, TYPE_WORDS, WINDOW_WORDS } from '../skan-words.ts';
import { conversionValue, networkOf, sourceOf, VERDICT_TEXT, versionWords } from './postback-words.ts';
import { postbackQuery } from './postbacks-query.ts';
import { VerdictTag } from './verdict-tag.tsx';

type Postback = Output<typeof getSkanPostback>;

interface PostbackSheetProps {
  /** Null: none is open. */
  id: string | null;
  onClose: () => void;
}

/** A postback with its body, the verdict about it and why it does not count. */
export function PostbackSheet({ id, onClose }: PostbackSheetProps) {
  return (
    <Sheet open={id !== null} onOpenChange={(open) => !open && onClose()}>
      {id && (
        <SheetContent title="Postback" side="right" className="w-[min(560px,100vw)] gap-4 px-4 pb-5">
          <header className="flex items-start gap-3 pt-4">
            <p className="min-w-0 flex-1 text-xl font-semibold tracking-[-0.01em]">Postback</p>
            <SheetCloseButton />
          </header>
          <Content id={id} />
        </SheetContent>
      )}
    </Sheet>
  );
}

function Content({ id }: { id: string }) {
  const { project_id } = useProject();
  const query = useQuery(postbackQuery(project_id, id));
  if (query.isLoadingError) return <LoadFailed what="the postback" query={query} />;
  if (!query.data) {
    return (
      <div aria-busy>
        <SkeletonText lines={8} />
      </div>
    );
  }
  const { data } = query;
  return (
    <>
      {data.reason && (
        <Notice tone="warn" title="It is not counted">
          {data.reason}
        </Notice>
      )}
      {/* The notice has said so already. */}
      {data.not_counted !== data.verdict && (
        <p className="text-[13px] text-text-2">{VERDICT_TEXT[data.verdict]}</p>
      )}
      <Facts postback={data} />
      <CodeBlock label="Body as received" code={jsonInLines(data.raw)} />
    </>
  );
}

const CAME_BY = { device: 'A device', forward: 'An ad network', test: 'The test tool' } as const;

function Facts({ postback }: { postback: Postback }) {
  const { timezone } = useProject();
  const { sequence, estimated_tier, did_win, interaction, country, network_campaign_name } = postback;
  return (
    <DescriptionList>
      <Description label="Signature">
        <VerdictTag verdict={postback.verdict} />
      </Description>
      <Description label="Received">{formatInstant(postback.received_at, timezone, true)}</Description>
      <Description label="Sent by">{CAME_BY[postback.came_by]}</Description>
      <Description label="Version">{versionWords(postback)}</Description>
      <Description label="Network">{networkOf(postback)}</Description>
      <Description label="Source">{sourceOf(postback)}</Description>
      {network_campaign_name && (
        <Description label="Campaign at the network">{network_campaign_name}</Description>
      )}
      <Description label="Conversion type">{TYPE_WORDS[postback.conversion_type ?? ''] ?? '–'}</Description>
      <Description label="Window">{sequence === null ? '–' : WINDOW_WORDS[sequence]}</Description>
      <Description label="Value">{conversionValue(postback)}</Description>
      <Description label="Won">{did_win === false ? 'No, another network did' : 'Yes'}</Description>
      <Description label="Interaction">{INTERACTION_WORDS[interaction ?? ''] ?? '–'}</Description>
      <Description label="Country">{country ? countryWords(country) : 'Not sent'}</Description>
      <Description label="Estimated tier">{estimated_tier ?? 'None in this version'}</Description>
      <Description label="Transaction" mono>
        {postback.transaction_id ?? '–'}
      </Description>
    </DescriptionList>
  );
}
