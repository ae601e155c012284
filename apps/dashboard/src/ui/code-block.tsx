import { type ComponentProps, useRef } from 'react';
import { cn } from './cn.ts';
import { CopyButton } from './copy-button.tsx';
import { useOverflow } from './use-overflow.ts';

interface CodeBlockProps extends Omit<ComponentProps<'section'>, 'children'> {
  /** What it is, such as the path of a file; shown above it. */
  label: string;
  code: string;
}

/** Text for a terminal or a file; long lines scroll inside it. */
export function CodeBlock({ label, code, className, ...props }: CodeBlockProps) {
  const box = useRef<HTMLPreElement>(null);
  // A tab stop only while there is something to scroll to.
  const reachable = useOverflow(box) ? { tabIndex: 0 } : {};
  return (
    <section
      data-slot="code-block"
      aria-label={label}
      className={cn('min-w-0 overflow-hidden rounded-md border border-line bg-bg', className)}
      {...props}
    >
      <div className="flex items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-3">
        <span className="mono min-w-0 truncate text-text-2" title={label}>
          {label}
        </span>
        <CopyButton value={code} label={`Copy ${label}`} />
      </div>
      <pre
        ref={box}
        className="mono max-h-96 overflow-auto p-3 leading-[1.6] focus-visible:-outline-offset-2"
        {...reachable}
      >
        <code>{code}</code>
      </pre>
    </section>
  );
}
