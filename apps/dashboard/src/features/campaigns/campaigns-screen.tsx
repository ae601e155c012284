import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { type CampaignFilters, readFilters, writeFilters } from './campaign-filters.ts';
import { CampaignToolbar } from './campaign-toolbar.tsx';
import { campaignsQuery } from './campaigns-query.ts';
import { CampaignsTable } from './campaigns-table.tsx';
import { NoCampaigns } from './no-campaigns.tsx';

/** Which campaigns are there, and where are their links? */
export function CampaignsScreen() {
  const { project_id } = useProject();
  const mayEdit = useMay()('campaigns.edit');
  const navigate = useNavigate();
  const filters = readFilters(useSearch({ strict: false }));
  const list = useInfiniteQuery(campaignsQuery(project_id, filters));
  const campaigns = list.data?.pages.flatMap((page) => page.items) ?? null;
  const failed = list.isError && campaigns === null;
  const change = (next: Partial<CampaignFilters>) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...writeFilters({ ...filters, ...next }) }),
      // Each letter of a search is not a page of its own.
      replace: next.search !== undefined,
    });
  const loadMore = async () => {
    const { error } = await list.fetchNextPage();
    if (error) toastFailure('More campaigns could not be loaded', error);
  };
  return (
    <Page>
      {mayEdit && (
        <PageAction>
          <Button variant="primary" asChild>
            <Link to="/campaigns/new">
              <Plus aria-hidden />
              New campaign
            </Link>
          </Button>
        </PageAction>
      )}
      <CampaignToolbar filters={filters} onChange={change} />
      <Card aria-busy={list.isFetching}>
        {failed && <LoadFailed what="The campaigns" query={list} />}
        {campaigns?.length === 0 && !list.isPlaceholderData && (
          <NoCampaigns filters={filters} onClear={() => change({ search: '', network: null })} />
        )}
        {!failed && campaigns?.length !== 0 && (
          <CampaignsTable campaigns={campaigns} stale={list.isPlaceholderData} />
        )}
        {list.hasNextPage && (
          <CardFooter className="justify-center">
            <Button onClick={loadMore} loading={list.isFetchingNextPage}>
              Load more
            </Button>
          </CardFooter>
        )}
      </Card>
    </Page>
  );
}
