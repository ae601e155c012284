import type { ClientCoupon } from '@trailmark/contract/client';
import type { IssuedCoupon } from '@trailmark/contract/coupon-calls';
import type { CouponCodeRow } from '@trailmark/contract/coupon-pools';
import type { Db } from '../../db/connection.ts';
import type { Kit } from '../../platform/kit.ts';
import { getCode } from './code-store.ts';
import { type IssueRequest, issueCoupon } from './issue-coupon.ts';
import { listIssued } from './list-issued.ts';

/** Codes, as servers of a project ask for them with its private key, and apps with its token. */
export const createServerCoupons = (kit: Kit, db: Db) => ({
  issue: (projectId: string, request: IssueRequest): Promise<IssuedCoupon> =>
    issueCoupon(kit, db, { projectId, request }),
  listIssued: (projectId: string, installId: string): Promise<ClientCoupon[]> =>
    listIssued(kit, db, { projectId, installId }),
  get: (projectId: string, code: string): Promise<CouponCodeRow> =>
    getCode(db, { projectId, code, now: kit.clock.now() }),
});
