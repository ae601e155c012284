import type { TestLink } from '@trailmark/contract/sdk-check';
import { ExternalLink } from 'lucide-react';
import { useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Select } from '../../../ui/select.tsx';
import { Step } from './step.tsx';

interface OpenLinkStepProps {
  links: TestLink[];
  link: TestLink;
  onChoose: (linkId: string) => void;
}

/** A real click: in this browser, or on any other device. */
export function OpenLinkStep({ links, link, onChoose }: OpenLinkStepProps) {
  return (
    <Step
      number={1}
      title="Open a link"
      text="In a new tab here, or on another device. It leads where your campaign says."
      done={link.clicked_at !== null}
      action={
        <Button asChild variant={link.clicked_at === null ? 'primary' : 'default'}>
          <a href={link.url} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            Open the link
          </a>
        </Button>
      }
    >
      <div className="grid gap-2 sm:grid-cols-[minmax(0,260px)_minmax(0,1fr)] sm:pl-[34px]">
        <Select
          aria-label="Link"
          options={links.map((one) => ({ value: one.link_id, label: one.campaign_name, hint: one.name }))}
          value={link.link_id}
          onValueChange={onChoose}
        />
        <CopyField aria-label="Address of the link" value={link.url} copyLabel="Copy the link" />
      </div>
      <Click at={link.clicked_at} />
    </Step>
  );
}

function Click({ at }: { at: string | null }) {
  const { timezone } = useProject();
  return (
    <p role="status" className="flex items-center gap-1.5 text-sm text-text-2 sm:pl-[34px]">
      {at === null ? (
        <>
          <Dot tone="accent" className="motion-safe:animate-pulse" />
          Waiting for a click…
        </>
      ) : (
        <>
          <Dot tone="good" />
          <span>
            Clicked <RelativeTime at={at} timeZone={timezone} />
          </span>
        </>
      )}
    </p>
  );
}
