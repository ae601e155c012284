import { Notice } from '../ui/notice.tsx';
import { countInWords } from '../words/count-in-words.ts';

interface CsvProblemsProps {
  problems: readonly { line: number; reason: string }[];
}

const SHOWN = 50;

/** What is wrong with a file, line by line; nothing of it is taken until all are mended. */
export function CsvProblems({ problems }: CsvProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Notice
      tone="bad"
      role="alert"
      title={`${countInWords(problems.length, 'line')} cannot be imported; nothing was changed`}
    >
      <ul className="mt-1 grid max-h-48 gap-0.5 overflow-y-auto">
        {problems.slice(0, SHOWN).map(({ line, reason }) => (
          <li key={`${line} ${reason}`}>
            <b className="num font-medium text-text">Line {line}</b>: {reason}
          </li>
        ))}
        {problems.length > SHOWN && <li>and {problems.length - SHOWN} more</li>}
      </ul>
    </Notice>
  );
}
