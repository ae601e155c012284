import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import { getCouponReport } from '@trailmark/contract/coupon-calls';
import { type COUPON_STATES, listCouponCodes, listCouponPools } from '@trailmark/contract/coupon-pools';
import { listCouponNetworks, previewCouponPostback } from '@trailmark/contract/coupons';
import { call } from '../../api/client.ts';
import { connectionsKey } from '../../project/connections-query.ts';
import { useProject } from '../../project/current-project.tsx';

const couponsKey = (projectId: string) => [...connectionsKey(projectId), 'coupons'];

export const networksQuery = (project_id: string) =>
  queryOptions({
    queryKey: [...couponsKey(project_id), 'networks'],
    queryFn: async () => (await call(listCouponNetworks, { query: { project_id } })).networks,
  });

export const poolsQuery = (project_id: string, ad_network_id: string) =>
  queryOptions({
    queryKey: [...couponsKey(project_id), 'pools', ad_network_id],
    queryFn: async () => (await call(listCouponPools, { query: { project_id, ad_network_id } })).pools,
  });

interface CodesFilter {
  pool_id: string;
  state?: (typeof COUPON_STATES)[number] | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
}

export const codesQuery = (project_id: string, filter: CodesFilter) =>
  queryOptions({
    queryKey: [...couponsKey(project_id), 'codes', filter],
    queryFn: () => call(listCouponCodes, { query: { project_id, limit: 50, ...filter } }),
    placeholderData: keepPreviousData,
  });

export interface CouponPeriod {
  from: string;
  to: string;
  ad_network_id: string;
}

export const reportQuery = (project_id: string, period: CouponPeriod) =>
  queryOptions({
    queryKey: [...couponsKey(project_id), 'report', period],
    queryFn: () => call(getCouponReport, { query: { project_id, ...period } }),
    placeholderData: keepPreviousData,
  });

interface Template {
  method: 'GET' | 'POST';
  url: string;
  body: string;
}

/** A template as it would be sent, with the values of an example. */
export const previewQuery = (project_id: string, template: Template) =>
  queryOptions({
    queryKey: [...couponsKey(project_id), 'preview', template],
    queryFn: () => call(previewCouponPostback, { query: { project_id }, body: template }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

const OFFERED = 200;

/** Campaigns that a pool can be of. */
export const poolCampaignsQuery = (project_id: string) =>
  queryOptions({
    queryKey: [...couponsKey(project_id), 'campaigns'],
    queryFn: async () =>
      (await call(listCampaigns, { query: { project_id, filter: 'ALL', limit: OFFERED } })).items,
  });

/** A change of networks, pools or codes, after which all of them are read again. */
export function useCouponChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: connectionsKey(project_id) }),
  });
}
