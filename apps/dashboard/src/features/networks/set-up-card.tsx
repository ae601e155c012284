import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { StepMark } from '../../ui/step-mark.tsx';

export interface SetUpStep {
  id: string;
  title: string;
  done: boolean;
  /** What is there, or why the step matters. */
  text: ReactNode;
  /** How to do it; nothing where it cannot be done yet, or not by this person. */
  body?: ReactNode;
}

interface SetUpCardProps {
  label: string;
  steps: readonly SetUpStep[];
}

/** The way to a network that works, ticked by what is really there; the next step is open. */
export function SetUpCard({ label, steps }: SetUpCardProps) {
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done)?.id ?? null;
  // What somebody opened stays open until a step is done: then the next one opens.
  const [opened, setOpened] = useState<{ id: string | null; done: number } | null>(null);
  const open = opened?.done === done ? opened.id : next;
  return (
    <Card aria-label={`Set up ${label}`}>
      <CardHeader
        title={`Set up ${label}`}
        description="With your own app at the network, no data passes through anyone else. Steps are checked off as they happen."
        actions={
          <span className="num flex h-[22px] items-center gap-2.5 text-sm text-text-2">
            {done} of {steps.length} done
            <Progress
              value={done}
              max={steps.length}
              label="Set-up"
              valueText={`${done} of ${steps.length} steps done`}
              className="w-24"
            />
          </span>
        }
        className="pb-3"
      />
      <ol>
        {steps.map((step, index) => (
          <Step
            key={step.id}
            step={step}
            number={index + 1}
            isOpen={step.id === open}
            onToggle={() => setOpened({ id: step.id === open ? null : step.id, done })}
          />
        ))}
      </ol>
    </Card>
  );
}

const EXPECTED_STEPS = ['app', 'sign-in', 'import', 'account', 'test', 'events'];

/** While it is not known yet how far the set-up is. */
export function SetUpLoading() {
  return (
    <Card aria-hidden>
      <div className="px-4 pt-4 pb-3">
        <Skeleton className="w-32" />
        <SkeletonText lines={2} className="mt-2 max-w-[360px]" />
      </div>
      {EXPECTED_STEPS.map((step) => (
        <div key={step} className="flex items-start gap-3 border-t border-line px-4 py-3">
          <Skeleton className="size-[22px] shrink-0 rounded-full" />
          <SkeletonText lines={2} className="w-[min(280px,100%)]" />
        </div>
      ))}
    </Card>
  );
}

interface StepProps {
  step: SetUpStep;
  number: number;
  isOpen: boolean;
  onToggle: () => void;
}

function Step({ step, number, isOpen, onToggle }: StepProps) {
  const { title, text, done, body } = step;
  const bodyId = useId();
  const isShown = isOpen && body !== undefined;
  const head = (
    <>
      <StepMark done={done} number={number} />
      <span className="grid min-w-0 flex-1">
        <span className={cn('font-medium', done && 'text-text-2')}>{title}</span>
        <span className="text-sm break-words text-text-2">{text}</span>
      </span>
    </>
  );
  return (
    <li className="border-t border-line">
      {body === undefined ? (
        <div className="flex items-start gap-3 px-4 py-3">{head}</div>
      ) : (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isShown ? bodyId : undefined}
          onClick={onToggle}
          className="flex w-full items-start gap-3 px-4 py-3 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2"
        >
          {head}
          <ChevronDown
            aria-hidden
            className={cn('mt-1 size-4 shrink-0 text-text-3 transition-transform', isOpen && 'rotate-180')}
          />
        </button>
      )}
      {isShown && (
        <div id={bodyId} className="px-4 pt-1 pb-5 sm:pl-[50px]">
          {body}
        </div>
      )}
    </li>
  );
}
