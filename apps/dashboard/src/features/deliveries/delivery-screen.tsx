import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { DeliveryDetails } from '@trailmark/contract/deliveries';
import { MissingPage } from '../../failures/missing-page.tsx';
import { PageFailed } from '../../failures/page-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { asSentence, deliveryName } from '../../words/delivery-words.ts';
import { AttemptCard } from './attempt-card.tsx';
import { deliveryQuery } from './deliveries-query.ts';
import { DeliveryFacts } from './delivery-facts.tsx';
import { DeliveryStateTag, RevisionTag } from './delivery-state.tsx';
import { SendAgainButton } from './send-again-button.tsx';

/** What became of this event at this receiver, and why? */
export function DeliveryScreen() {
  const { project_id } = useProject();
  const { id = '' } = useParams({ strict: false });
  const delivery = useQuery(deliveryQuery(project_id, id));
  if (delivery.isLoadingError) {
    return <PageFailed what="this delivery" query={delivery} missing={<NoSuchDelivery />} />;
  }
  return delivery.data ? <OneDelivery delivery={delivery.data} /> : <DeliveryLoading />;
}

function NoSuchDelivery() {
  return (
    <MissingPage
      what="delivery"
      text="The address is wrong, or it is older than deliveries are kept."
      list={{ to: '/deliveries', label: 'All deliveries' }}
    />
  );
}

/** What its state means for the person who looks. */
function explain({ state, attempts, reason, connection_name }: DeliveryDetails): string {
  if (state === 'delivered') return `${connection_name} has it.`;
  if (state === 'skipped') return `It was not sent to ${connection_name}.`;
  if (state === 'rejected')
    return `${connection_name} did not accept it, and it will not be retried automatically.`;
  if (attempts > 0) return `The last attempt failed; it will be retried automatically.`;
  return reason ? 'It is not sent yet.' : 'It is about to be sent.';
}

function OneDelivery({ delivery }: { delivery: DeliveryDetails }) {
  const mayEdit = useMay()('connections.edit');
  return (
    <Page>
      {mayEdit && (
        <PageAction>
          <SendAgainButton delivery={delivery} />
        </PageAction>
      )}
      <div className="grid gap-2">
        <BackLink to="/deliveries">All deliveries</BackLink>
        <PageHeader
          level={2}
          title={
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="break-all">
                {deliveryName(delivery)} to {delivery.connection_name}
              </span>
              <DeliveryStateTag delivery={delivery} />
              <RevisionTag revision={delivery.sent_before_revision} />
            </span>
          }
          description={explain(delivery)}
        />
        {delivery.reason && <p className="max-w-[72ch] break-words">{asSentence(delivery.reason)}</p>}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(300px,380px)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Attempts delivery={delivery} />
          <Payload delivery={delivery} />
        </div>
        <DeliveryFacts delivery={delivery} />
      </div>
    </Page>
  );
}

function toneOf({ state }: DeliveryDetails, isLast: boolean): 'good' | 'bad' | 'neutral' {
  if (isLast && state === 'delivered') return 'good';
  return isLast && state === 'rejected' ? 'bad' : 'neutral';
}

function Attempts({ delivery }: { delivery: DeliveryDetails }) {
  const attempts = delivery.history.toSorted((one, other) => one.at.localeCompare(other.at));
  return (
    <section aria-label="Attempts" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-base">Attempts</h2>
      {attempts.length === 0 ? (
        <p className="rounded-md border border-dashed border-line-strong px-4 py-6 text-center text-sm text-text-2">
          {delivery.state === 'skipped' ? 'Nothing was sent.' : 'There was no attempt yet.'}
        </p>
      ) : (
        <ol className="relative grid grid-cols-[minmax(0,1fr)] gap-2.5 before:absolute before:inset-y-0 before:left-[5px] before:w-px before:bg-line-strong sm:before:left-[131px]">
          {attempts.map((attempt, at) => (
            <AttemptCard
              key={attempt.at}
              attempt={attempt}
              tone={toneOf(delivery, at === attempts.length - 1)}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function Payload({ delivery: { payload, history } }: { delivery: DeliveryDetails }) {
  const isStored = (history.at(-1)?.requests.length ?? 0) > 0;
  return (
    <Card>
      <CardHeader
        title="Payload"
        description={isStored ? 'As it was sent at the last attempt.' : 'As it would be sent now.'}
      />
      <CardBody>
        {payload === null ? (
          <p className="text-sm text-text-3">Its contents are no longer stored, or it would not be sent.</p>
        ) : (
          <CodeBlock label="JSON" code={JSON.stringify(payload, null, 2)} />
        )}
      </CardBody>
    </Card>
  );
}

/** As high as a delivery with one attempt. */
function DeliveryLoading() {
  return (
    <Page aria-busy aria-label="Loading">
      <div className="grid gap-2">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-6 w-72 max-w-full" />
        <Skeleton className="h-5 w-48" />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(300px,380px)]">
        <div className="grid gap-4">
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-28 rounded-lg" />
          <Skeleton className="h-72 rounded-lg" />
        </div>
        <Skeleton className="h-[330px] rounded-lg" />
      </div>
    </Page>
  );
}
