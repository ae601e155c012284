import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import type { CampaignFormControl, CampaignValues } from './campaign-values.ts';

/** What a new campaign is asked for; everything else can wait. */
const BASICS: readonly (keyof CampaignValues)[] = ['name', 'network', 'network_name'];

interface AdvancedSectionsProps {
  form: CampaignFormControl;
  children: ReactNode;
}

/** What most campaigns leave as it is, out of sight until somebody asks for it or something in it is wrong. */
export function AdvancedSections({ form, children }: AdvancedSectionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { errors, submitCount } = form.formState;
  const hasError = Object.keys(errors).some((name) => !(BASICS as readonly string[]).includes(name));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt to save shows what is wrong again
  useEffect(() => {
    if (hasError) setIsOpen(true);
  }, [hasError, submitCount]);
  return (
    <>
      <div className="grid justify-items-start gap-0.5">
        <Button variant="quiet" aria-expanded={isOpen} className="-ml-2.5" onClick={() => setIsOpen(!isOpen)}>
          <ChevronRight aria-hidden className={cn('transition-transform', isOpen && 'rotate-90')} />
          Advanced
        </Button>
        <p className="text-sm text-text-2">
          Destinations, deep links, UTM values, look-back windows and tags. You can change them later.
        </p>
      </div>
      {isOpen && children}
    </>
  );
}
