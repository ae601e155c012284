import { useMutation, useQuery } from '@tanstack/react-query';
import { type SimulatedPlatform, simulateOpen, type TestLink } from '@trailmark/contract/sdk-check';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useProject } from '../../../project/current-project.tsx';
import { useProjectWords } from '../../../project/project-words.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { testLinksQuery } from '../check/sdk-check-query.ts';
import { NoTestLink } from './no-test-link.tsx';
import { OpenLinkStep } from './open-link-step.tsx';
import { ReceiptStep } from './receipt-step.tsx';
import { SimulateStep } from './simulate-step.tsx';
import type { DrawReceipt } from './simulated-open.ts';

/** What happens between a click and a first open, without a phone. */
export function TryItCard({ receipt }: { receipt: DrawReceipt }) {
  const { project_id, platform } = useProject();
  const { firstOpen, newInstall } = useProjectWords();
  const links = useQuery(testLinksQuery(project_id));
  return (
    <Card aria-busy={links.isPending}>
      <CardHeader
        title={platform === 'web' ? 'Try attribution without a visitor' : 'Try attribution without a phone'}
        description={`Open one of your links, simulate the ${firstOpen} that would follow, and read why it is credited. The click counts like any other; the simulated ${newInstall} is neither stored nor counted.`}
        className="pb-3"
      />
      {links.isLoadingError && <LoadFailed what="your links" query={links} />}
      {links.isPending && (
        <CardBody className="grid gap-3">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </CardBody>
      )}
      {links.data?.length === 0 && <NoTestLink />}
      {links.data && links.data.length > 0 && <Steps links={links.data} receipt={receipt} />}
    </Card>
  );
}

function Steps({ links, receipt }: { links: TestLink[]; receipt: DrawReceipt }) {
  const project = useProject();
  const { project_id } = project;
  const { firstOpen } = useProjectWords();
  const [chosen, setChosen] = useState<string | null>(null);
  const [platform, setPlatform] = useState<SimulatedPlatform>(project.platform === 'web' ? 'WEB' : 'ANDROID');
  const link = links.find(({ link_id }) => link_id === chosen) ?? links[0];
  const simulation = useMutation({
    mutationFn: (link_id: string) => call(simulateOpen, { body: { project_id, link_id, platform } }),
    onError: (error) => toastFailure(`The ${firstOpen} was not simulated`, error),
  });
  if (!link) return null;
  const choose = (id: string) => {
    setChosen(id);
    simulation.reset();
  };
  return (
    <ol>
      <OpenLinkStep links={links} link={link} onChoose={choose} />
      <SimulateStep
        clickedAt={link.clicked_at}
        platform={platform}
        onPlatform={(next) => {
          setPlatform(next);
          simulation.reset();
        }}
        isDone={simulation.data !== undefined}
        pending={simulation.isPending}
        onSimulate={() => simulation.mutate(link.link_id)}
      />
      <ReceiptStep simulated={simulation.data ?? null} receipt={receipt} />
    </ol>
  );
}
