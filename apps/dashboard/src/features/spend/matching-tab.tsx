import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleCheck, SearchX } from 'lucide-react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { LoadMore } from '../../failures/load-more.tsx';
import { useProject } from '../../project/current-project.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AdsTable } from './ads-table.tsx';
import { NetworkFilter } from './network-filter.tsx';
import { NotConnected } from './not-connected.tsx';
import { adsQuery, importsQuery } from './spend-query.ts';
import { connectedOf, MATCH_STATES, type MatchState, type SpendView } from './spend-view.ts';

const STATE_WORDS: Record<MatchState, string> = {
  unmatched: 'Unmatched',
  matched: 'Matched',
  ignored: 'Ignored',
  all: 'All',
};
const STATES = MATCH_STATES.map((value) => ({ value, label: STATE_WORDS[value] }));

interface MatchingTabProps {
  view: SpendView;
  onChange: (change: Partial<SpendView>) => void;
}

/** Which of their campaigns is which of ours? */
export function MatchingTab({ view, onChange }: MatchingTabProps) {
  const { project_id } = useProject();
  const imports = useQuery(importsQuery(project_id));
  const list = useInfiniteQuery(adsQuery({ project_id, kind: view.network, state: view.state }));
  const rows = list.data?.pages.flatMap((page) => page.items) ?? null;
  if (imports.data?.length === 0 && rows?.length === 0) {
    return (
      <NotConnected text="Connect a network. Its campaigns are then listed here, to be matched with yours." />
    );
  }
  const isEmpty = rows?.length === 0 && !list.isPlaceholderData;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          aria-label="Which are shown"
          options={STATES}
          value={view.state}
          onValueChange={(state) => onChange({ state })}
        />
        <NetworkFilter
          networks={connectedOf(imports.data ?? [])}
          value={view.network}
          onChange={(network) => onChange({ network })}
        />
      </div>
      <Card aria-busy={list.isFetching}>
        <CardHeader
          title="Campaigns of networks"
          description="The spend of a matched campaign counts for yours, on all days. Numbers are those of the network in the last 30 days."
        />
        {list.isLoadingError && <LoadFailed what="the campaigns of networks" query={list} />}
        {isEmpty && <NoneHere state={view.state} />}
        {!list.isLoadingError && !isEmpty && <AdsTable rows={rows} stale={list.isPlaceholderData} />}
        <LoadMore what="more campaigns" query={list} />
      </Card>
    </>
  );
}

function NoneHere({ state }: { state: MatchState }) {
  if (state === 'unmatched') {
    return (
      <EmptyState
        icon={<CircleCheck />}
        title="Nothing waits to be matched"
        text="Every campaign that a network has reported belongs to one of yours, or is ignored."
      />
    );
  }
  const texts = {
    matched: 'Campaigns of networks that belong to one of yours are listed here.',
    ignored: 'Campaigns of networks whose spend is left out on purpose are listed here.',
    all: 'Campaigns of networks are listed here after the first import.',
  };
  return <EmptyState icon={<SearchX />} title="None yet" text={texts[state]} />;
}
