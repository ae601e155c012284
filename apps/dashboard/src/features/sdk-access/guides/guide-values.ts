import { useQuery } from '@tanstack/react-query';
import type { Domain } from '@trailmark/contract/domains';
import type { GuideValues } from '@trailmark/contract/guides';
import { useProject } from '../../../project/current-project.tsx';
import { domainsQuery } from '../../../project/domains-query.ts';
import { projectTokenQuery } from '../../../project/project-token-query.ts';

/** What the token of a host is not part of: it is that of the host that is chosen. */
export type ProjectGuideValues = Omit<GuideValues, 'host_token'>;

type OwnValues = Pick<GuideValues, 'token' | 'currency'>;

/** Links are on the project's own domain where it has one that works. */
function guideValues(origin: string, values: OwnValues, domains: Domain[]): ProjectGuideValues {
  const own = domains.find(({ verified_at }) => verified_at !== null)?.host;
  return {
    ...values,
    endpoint: origin,
    links: own === undefined ? `${origin}/l` : `https://${own}`,
    link_host: own ?? new URL(origin).host,
  };
}

/** What the guides of the selected project are filled with; null while it loads. */
export function useGuideValues(): { values: ProjectGuideValues | null; failed: boolean } {
  const { project_id, currency } = useProject();
  const keys = useQuery(projectTokenQuery(project_id));
  const domains = useQuery(domainsQuery(project_id));
  const isReady = keys.data && (domains.data || domains.isError);
  return {
    values: isReady
      ? guideValues(window.location.origin, { token: keys.data.token, currency }, domains.data ?? [])
      : null,
    failed: keys.isLoadingError,
  };
}
