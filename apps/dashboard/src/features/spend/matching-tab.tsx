import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleCheck, SearchX } from 'lucide-react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { LoadMore } from '../../failures/load-more.tsx';
import { useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { NETWORK_WORDS } from '../../words/network-name.ts';
import { AdsTable } from './ads-table.tsx';
import { NetworkFilter } from './network-filter.tsx';
import { NotConnected } from './not-connected.tsx';
import { adsQuery, importsQuery } from './spend-query.ts';
import {
  CLAIMING_NETWORKS,
  connectedOf,
  MATCH_STATES,
  type MatchState,
  type SpendView,
} from './spend-view.ts';

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
    return <NotConnected then="Their campaigns are then listed here, to be matched with yours." />;
  }
  const isEmpty = rows?.length === 0 && !list.isPlaceholderData;
  return (
    <>
      <Toolbar>
        <Segmented
          aria-label="Which are shown"
          options={STATES}
          value={view.state}
          onValueChange={(state) => onChange({ state })}
        />
        <NetworkFilter
          networks={imports.data ? connectedOf(imports.data) : CLAIMING_NETWORKS}
          value={view.network}
          onChange={(network) => onChange({ network })}
        />
      </Toolbar>
      <Card aria-busy={list.isFetching}>
        <CardHeader
          title="Campaigns of networks"
          description="The spend of a matched campaign counts for yours, on all days. Numbers are those of the network in the last 30 days."
        />
        {list.isLoadingError && <LoadFailed what="the campaigns of networks" query={list} />}
        {isEmpty && <NoneHere view={view} onChange={onChange} />}
        {!list.isLoadingError && !isEmpty && <AdsTable rows={rows} stale={list.isPlaceholderData} />}
        <LoadMore what="more campaigns" query={list} />
      </Card>
    </>
  );
}

function NoneHere({ view: { state, network }, onChange }: MatchingTabProps) {
  const clear = network && <Button onClick={() => onChange({ network: null })}>Show all networks</Button>;
  const of = network ? ` of ${NETWORK_WORDS[network]}` : '';
  if (state === 'unmatched') {
    return (
      <EmptyState
        icon={<CircleCheck />}
        title={`No unmatched campaigns${of}`}
        text="Every campaign that was imported belongs to one of yours, or is ignored."
        action={clear ?? <Button onClick={() => onChange({ state: 'all' })}>Show all campaigns</Button>}
      />
    );
  }
  const { title, text } = NONE_WORDS[state];
  const next =
    state === 'all' ? (
      <Button onClick={() => onChange({ tab: 'imports' })}>View imports</Button>
    ) : (
      <Button onClick={() => onChange({ state: 'unmatched' })}>Show unmatched</Button>
    );
  return <EmptyState icon={<SearchX />} title={`${title}${of} yet`} text={text} action={clear ?? next} />;
}

const NONE_WORDS: Record<Exclude<MatchState, 'unmatched'>, { title: string; text: string }> = {
  matched: {
    title: 'No matched campaigns',
    text: 'Match a campaign with one of yours, and it is listed here.',
  },
  ignored: {
    title: 'No ignored campaigns',
    text: 'Campaigns whose spend you leave out on purpose are listed here.',
  },
  all: { title: 'No campaigns', text: 'They are listed here after the first import.' },
};
