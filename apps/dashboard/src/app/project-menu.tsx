import { type ReactNode, useState } from 'react';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { ProjectList } from './project-list.tsx';

interface ProjectMenuProps {
  label: string;
  className: string;
  face: ReactNode;
}

/** Open from the start: it is fetched because somebody has pressed its button. */
export function ProjectMenu({ label, className, face }: ProjectMenuProps) {
  const [open, setOpen] = useState(true);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger aria-label={label} className={className}>
        {face}
      </PopoverTrigger>
      <PopoverContent aria-label="Projects" align="start" className="w-[min(300px,calc(100vw-24px))] p-0">
        <ProjectList onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}
