import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changeAddress } from '../../../address/address-state.ts';
import { useProject } from '../../../project/current-project.tsx';
import { useToday } from '../../../report/use-report-range.ts';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { countInWords } from '../../../words/count-in-words.ts';
import { DEFAULT_SKAN_VIEW, SKAN_VIEW } from '../skan-view.ts';
import { ChecklistLine } from './checklist-line.tsx';
import { LineFailed } from './line-failed.tsx';
import { iosInstallsQuery, SEEN_DAYS, type SkanSetUp } from './set-up-query.ts';

/** Whether an app on iOS can be handed values at all. */
export function SdkLine({ number }: { number: number }) {
  const { project_id } = useProject();
  const installs = useQuery(iosInstallsQuery(project_id, useToday()));
  const count = installs.data ?? 0;
  if (installs.isLoadingError)
    return <LineFailed number={number} title="SDK seen on iOS" what="the installs on iOS" query={installs} />;
  return (
    <ChecklistLine
      number={number}
      done={count > 0}
      title="SDK seen on iOS"
      text={
        installs.isPending
          ? 'Looking for installs on iOS…'
          : count > 0
            ? `${countInWords(count, 'install')} on iOS in the last ${SEEN_DAYS} days.`
            : `No install on iOS in the last ${SEEN_DAYS} days. The SDK hands conversion values to Apple: add it to the app and open the app once.`
      }
      action={
        installs.isSuccess &&
        count === 0 && (
          <Button asChild>
            <Link to="/sdk">Set up the SDK</Link>
          </Button>
        )
      }
    />
  );
}

interface PostbacksLineProps {
  number: number;
  setUp: SkanSetUp;
}

/** When the last postback came. */
export function PostbacksLine({ number, setUp }: PostbacksLineProps) {
  const { timezone } = useProject();
  const { last_received_at: at, repeats, dropped } = setUp;
  const beyond = [
    repeats > 0 && `${countInWords(repeats, 'identical repeat')}, stored once`,
    dropped > 0 &&
      `${countInWords(dropped, 'postback')} that count nowhere, over the daily limit and not stored`,
  ].filter((part) => part !== false);
  return (
    <ChecklistLine
      number={number}
      done={at !== null}
      title="Postbacks received"
      text={
        at === null ? (
          'None yet. Apple sends the first one two to four days after an install, so wait for it, or send test postbacks below.'
        ) : (
          <>
            The last one was received <RelativeTime at={at} timeZone={timezone} />.
            {beyond.length > 0 && ` In the last 30 days: ${beyond.join('; ')}.`}
          </>
        )
      }
      action={
        at !== null && (
          <Button asChild>
            <Link to="." search={changeAddress(SKAN_VIEW, DEFAULT_SKAN_VIEW, { tab: 'postbacks' })}>
              View postbacks
            </Link>
          </Button>
        )
      }
    />
  );
}
