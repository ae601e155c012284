import { useQueries, useQuery } from '@tanstack/react-query';
import type { TargetPreview } from '@trailmark/contract/links';
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { useProject } from '../../../project/current-project.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { draftQuery, previewQuery } from '../campaigns-query.ts';
import type { CampaignFormControl } from '../form/campaign-values.ts';
import { typedDraft } from './typed-draft.ts';
import { VISITORS, VisitorList } from './visitor-list.tsx';

/** Computed by the server, as for a real visitor. */
export function SavedPreview({ campaignId }: { campaignId: string }) {
  const { project_id } = useProject();
  const queries = useQueries({
    queries: VISITORS.map(({ visitor }) => previewQuery(project_id, campaignId, visitor)),
  });
  const failed = queries.find((query) => query.isLoadingError);
  return (
    <Card aria-busy={queries.some((query) => query.isPending)}>
      <CardHeader title="Where visitors go" description="What the link does at this moment." />
      {failed ? (
        <LoadFailed what="the preview" query={failed} />
      ) : (
        <CardBody>
          <SavedTargets targets={queries.map((query) => query.data ?? null)} />
        </CardBody>
      )}
    </Card>
  );
}

/** What holds for everybody is said once. */
function SavedTargets({ targets }: { targets: (TargetPreview | null)[] }) {
  const reasons = targets.map((target) => (target?.kind === 'gone' ? target.reason : null));
  const [reason] = reasons;
  if (!reason || reasons.some((one) => one !== reason)) return <VisitorList targets={targets} />;
  return (
    <Notice tone="warn" title={reason === 'closed' ? 'The link is closed' : 'No destination is set'}>
      {reason === 'closed'
        ? 'Visitors see a page that says so: the campaign or its default link is switched off, archived or has ended.'
        : 'Visitors see a page that says so. Add a page or choose a store listing.'}
    </Notice>
  );
}

interface TypedPreviewProps {
  form: CampaignFormControl;
  /** The campaign that is being changed; none when it is to be made. */
  campaignId?: string;
}

/** Computed by the server as well, before the campaign is saved. */
export function TypedPreview({ form, campaignId }: TypedPreviewProps) {
  const { project_id } = useProject();
  const values = useWatch({ control: form.control, compute: (all) => all });
  const draft = useDeferredValue(JSON.stringify(typedDraft(values)));
  const visitors = VISITORS.map(({ visitor }) => visitor);
  const query = useQuery(
    draftQuery(
      { project_id, campaign_id: campaignId },
      JSON.parse(draft) as ReturnType<typeof typedDraft>,
      visitors,
    ),
  );
  const targets = query.data ?? VISITORS.map(() => null);
  return (
    <Card aria-busy={query.isPending}>
      <CardHeader
        title="Where visitors go"
        description="A preview of what you typed, before it is saved. UTM values are added to web pages."
      />
      {query.isLoadingError ? (
        <LoadFailed what="the preview" query={query} />
      ) : (
        <CardBody>
          {targets.every((target) => target?.kind === 'gone') ? (
            <p className="text-text-2">
              No destination yet. Add a page or choose a store listing to see what each visitor gets.
            </p>
          ) : (
            <VisitorList targets={targets} />
          )}
        </CardBody>
      )}
    </Card>
  );
}
