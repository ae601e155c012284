import type { SdkWarning } from '@trailmark/contract/sdk-check';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useProject } from '../../../project/current-project.tsx';
import { useProjectWords } from '../../../project/project-words.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { InstallLink } from './capability-row.tsx';
import { WARNING_WORDS } from './check-words.ts';

/** What an audit of the integration would raise, each with what it means and what to do. */
export function WarningList({ warnings }: { warnings: SdkWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <section aria-label="Warnings" className="border-t border-line">
      <h3 className="px-4 pt-3 text-sm font-medium text-text-2">
        Worth a look <span className="text-text-3">· last 7 days</span>
      </h3>
      <ul>
        {warnings.map((warning) => (
          <Warning key={warning.kind} warning={warning} />
        ))}
      </ul>
    </section>
  );
}

function Warning({ warning }: { warning: SdkWarning }) {
  const { timezone } = useProject();
  const words = useProjectWords();
  const { title, meaning, advice, example } = WARNING_WORDS[warning.kind];
  return (
    <li
      data-warning={warning.kind}
      className="flex items-start gap-3 border-b border-line px-4 py-3 last:border-b-0"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium">{title(warning, words)}</p>
        <p className="max-w-[86ch] text-text-2">{meaning(words)}</p>
        <p className="flex max-w-[86ch] items-start gap-1.5">
          <CircleCheck aria-hidden className="mt-[3px] size-3.5 shrink-0 text-text-3" />
          {advice(words)}
        </p>
        <p className="text-sm wrap-anywhere text-text-3">
          <RelativeTime at={warning.last_at} timeZone={timezone} />
          {warning.install_id && (
            <>
              {' · '}
              <InstallLink installId={warning.install_id} />
            </>
          )}
          {warning.example && ` · ${example(warning.example)}`}
        </p>
      </div>
    </li>
  );
}
