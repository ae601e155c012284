import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PERMISSIONS } from '@trailmark/contract/permissions';
import type { Project, SetupStep } from '@trailmark/contract/projects';
import { projectQuery, useMay } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { Dot } from '../../ui/dot.tsx';
import { Progress } from '../../ui/progress.tsx';
import { StepMark } from '../../ui/step-mark.tsx';
import { listInWords } from '../../words/list-in-words.ts';
import { awaitedStep, setupProgress, stepWords } from './setup-steps.ts';

const LOOK_EVERY_MS = 4000;

function StepAction({ step, primary }: { step: SetupStep; primary: boolean }) {
  const may = useMay();
  const { action } = stepWords(step.step, useProjectWords());
  if (!action || step.done) return null;
  if (!may(action.permission)) {
    const roles = listInWords(PERMISSIONS[action.permission].roles, 'or');
    return <span className="text-sm text-text-3">Needs an {roles}</span>;
  }
  return (
    <Button asChild variant={primary ? 'primary' : 'default'}>
      <Link to={action.to}>{action.label}</Link>
    </Button>
  );
}

interface StepProps {
  step: SetupStep;
  number: number;
  primary: boolean;
  /** It is the next one from outside: that the others wait too goes without saying. */
  listening: boolean;
}

function Step({ step, number, primary, listening }: StepProps) {
  const { title, text, awaits } = stepWords(step.step, useProjectWords());
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3">
      <StepMark done={step.done} number={number} />
      <div className="grid min-w-0 flex-[1_1_220px]">
        <span className={cn('font-medium', step.done && 'text-text-2')}>{title}</span>
        <span className="text-sm text-text-2">{text}</span>
      </div>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        {awaits && listening && (
          <span role="status" className="flex items-center gap-1.5 text-sm text-text-3">
            <Dot tone="accent" className="animate-pulse" />
            {awaits}
          </span>
        )}
        <StepAction step={step} primary={primary} />
      </div>
    </li>
  );
}

/** The first steps of a project, ticked by what is really there. */
export function SetupChecklist({ project }: { project: Project }) {
  const { done, total, finished } = setupProgress(project.setup);
  useQuery({
    ...projectQuery(project.project_id),
    // The page around it has just loaded the project.
    staleTime: LOOK_EVERY_MS,
    // Its steps come from there too.
    notifyOnChangeProps: [],
    refetchInterval: awaitedStep(project.setup) ? LOOK_EVERY_MS : false,
  });
  if (total === 0) return null;
  const next = project.setup.find((step) => !step.done);
  const awaited = awaitedStep(project.setup);
  return (
    <Card>
      <CardHeader
        title={finished ? `${project.name} is set up` : `Set up ${project.name}`}
        description={
          finished
            ? 'Every first step is done. Each of them can be changed in the settings.'
            : 'Steps are checked off as they happen.'
        }
        actions={
          <span className="num flex h-[22px] items-center gap-2.5 text-sm text-text-2">
            {done} of {total} done
            <Progress
              value={done}
              max={total}
              label="Setup"
              valueText={`${done} of ${total} steps done`}
              tone={finished ? 'good' : 'accent'}
              className="w-24"
            />
          </span>
        }
        className="pb-3"
      />
      <ol>
        {project.setup.map((step, index) => (
          <Step
            key={step.step}
            step={step}
            number={index + 1}
            primary={step === next}
            listening={step === awaited}
          />
        ))}
      </ol>
    </Card>
  );
}
