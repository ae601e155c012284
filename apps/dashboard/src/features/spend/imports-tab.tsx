import { useQuery } from '@tanstack/react-query';
import { TRAILING_DAYS } from '@trailmark/contract/network-spend';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { Card } from '../../ui/card.tsx';
import { CardLoading } from '../../ui/card-loading.tsx';
import { ImportCard } from './import-card.tsx';
import { NotConnected } from './not-connected.tsx';
import { importsQuery } from './spend-query.ts';

/** Is what the ads cost up to date? */
export function ImportsTab() {
  const { project_id } = useProject();
  const imports = useQuery(importsQuery(project_id));
  return (
    <section aria-label="Ad accounts" aria-busy={imports.isPending} className="grid gap-4">
      <p className="max-w-[72ch] text-text-2">
        Spend is imported every 4 hours. Networks still change their numbers afterwards, so the last{' '}
        {TRAILING_DAYS} days are imported again every day.
      </p>
      {imports.isLoadingError && (
        <Card>
          <LoadFailed what="the imports" query={imports} />
        </Card>
      )}
      {imports.data?.length === 0 && (
        <NotConnected then="What your ads cost is then imported automatically, by ad and day." />
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,380px),1fr))] gap-3 empty:hidden">
        {imports.data?.map((account) => (
          <ImportCard key={`${account.kind} ${account.ad_account_id}`} account={account} />
        ))}
        {imports.isPending &&
          ['first', 'second'].map((one) => <CardLoading key={one} className="h-[268px]" lines={5} />)}
      </div>
    </section>
  );
}
