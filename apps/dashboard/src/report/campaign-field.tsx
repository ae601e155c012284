import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { cn } from '../ui/cn.ts';
import { useFieldWiring } from '../ui/field.tsx';
import { controlStyle } from '../ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { CampaignChoice, useCampaignName } from './campaign-choice.tsx';

interface CampaignFieldProps {
  value: string | null;
  onChoose: (campaignId: string) => void;
  disabled?: boolean;
  /** Its name, where it is known before it is loaded. */
  name?: string | undefined;
}

/** A campaign as a field of a form; it is found by its name. Needs a Field around it. */
export function CampaignField({ value, onChoose, disabled = false, name: until }: CampaignFieldProps) {
  const [open, setOpen] = useState(false);
  const name = useCampaignName(value, until);
  const wired = useFieldWiring({});
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <button
          type="button"
          role="combobox"
          aria-expanded={open}
          disabled={disabled}
          className={cn(
            controlStyle(),
            'flex h-control items-center justify-between gap-2 pr-2 pl-2.5 text-left data-[state=open]:border-line-control',
          )}
          {...wired}
        >
          <span className={cn('truncate', value === null && 'text-text-3')}>
            {value === null ? 'Choose a campaign…' : name}
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-text-3" />
        </button>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        aria-label="Campaigns"
        className="w-(--radix-popover-trigger-width) min-w-60"
      >
        <CampaignChoice
          value={value}
          onChoose={(campaignId) => {
            onChoose(campaignId);
            setOpen(false);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}
