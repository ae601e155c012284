import { queryOptions, useQuery } from '@tanstack/react-query';
import { listReachedLimits, type ReachedLimit } from '@trailmark/contract/limits';
import { call } from '../../api/client.ts';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

function reachedLimitsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'reached-limits'],
    queryFn: () => call(listReachedLimits, { query: { project_id: projectId } }),
  });
}

interface Words {
  title(limit: string): string;
  effect: string;
  advice: string;
  /** What an operator can raise; null where nothing can be. */
  variable: string | null;
}

const WORDS: Record<ReachedLimit['kind'], Words> = {
  event_names: {
    title: (limit) => `This project has more than ${limit} event names`,
    effect: 'Reports count the rest as “(other)”. Every event is stored under its own name.',
    advice: 'Put what varies, such as an id, into a property instead of the event name',
    variable: 'MAX_EVENT_NAMES',
  },
  property_keys: {
    title: (limit) => `An event has more than ${limit} property keys`,
    effect: 'Reports list the rest as “(other)”. Every property is stored with its event.',
    advice: 'Put what varies into the value of a property instead of its key',
    variable: 'MAX_PROPERTY_KEYS',
  },
  integration_keys: {
    title: (limit) => `An install has more than ${limit} integration keys`,
    effect: 'Further keys are stored with the install, but not used.',
    advice: 'Send one key for each tool',
    variable: 'MAX_INTEGRATION_KEYS',
  },
  currencies: {
    title: () => 'Payments in currencies that are not ISO 4217 codes',
    effect: 'Their amounts are kept, but cannot be converted.',
    advice: 'Send a code such as USD',
    variable: null,
  },
  consent: {
    title: () => 'Events of people who refuse analytics are not stored',
    effect: 'The app is answered as if they were. Installs and payments are kept.',
    advice: 'If this is not what people chose, check what the app sends as analytics_storage',
    variable: null,
  },
  bots: {
    title: () => 'Automated browsers are not counted',
    effect: 'What browsers run by a script send is not stored.',
    advice: 'To test your site, open it in a regular browser',
    variable: null,
  },
};

const number = new Intl.NumberFormat('en');

/** Says which limits the app goes beyond, and what to do about it. Nothing where it stays within them. */
export function LimitNotices() {
  const { project_id } = useProject();
  // A warning that cannot be loaded is not worth an error of its own.
  const { data } = useQuery(reachedLimitsQuery(project_id));
  return data?.reached.map(({ kind, limit, beyond, example, first_at }) => {
    const { title, effect, advice, variable } = WORDS[kind];
    return (
      <Notice key={kind} tone="warn" title={title(number.format(limit))}>
        {effect} {number.format(beyond)} {variable && 'beyond the limit '}so far, the first{' '}
        <RelativeTime at={first_at} />, the latest “{example}”. {advice}
        {variable === null ? '.' : `, or ask your operator to raise ${variable}.`}
      </Notice>
    );
  });
}
