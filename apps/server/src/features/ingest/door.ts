import type { ClientCoupon } from '@trailmark/contract/client';
import type { IssuedCoupon, serverIssueCoupon } from '@trailmark/contract/coupon-calls';
import type { CouponCodeRow } from '@trailmark/contract/coupon-pools';
import type { ServerCampaign, ServerCampaignForm, ServerCampaignQuery } from '@trailmark/contract/server-api';
import type { forwardSkanPostback } from '@trailmark/contract/skan-postbacks';
import type { z } from 'zod';
import type { AuditActor } from '../../access/caller.ts';
import type { NodeOf } from '../../db/connection.ts';
import type { Group, Unit } from '../../pipeline/group.ts';
import type { OpenedLink } from '../../pipeline/opened-link.ts';
import type { PastTouch } from '../../pipeline/past-touch.ts';
import type { CampaignNames } from './campaign-names.ts';
import type { ClientIngest } from './client-ingest.ts';
import type { FoundLink } from './find-link.ts';
import type { ProjectCache } from './project-cache.ts';
import type { SdkSignals } from './sdk-signals.ts';
import type { SignatureCounts } from './signature-counts.ts';
import type { WebGate } from './web-gate.ts';

/** Where history goes. */
export interface History {
  clicks(touches: PastTouch[]): Promise<void>;
  views(touches: PastTouch[]): Promise<void>;
  /** On a way of its own, so that nobody waits behind it. */
  add(unit: Unit): Promise<Group>;
}

/** Campaigns, as far as servers ask for them and make them. */
export interface ServerCampaigns {
  create(by: { projectId: string; actor: AuditActor }, form: ServerCampaignForm): Promise<ServerCampaign>;
  list(
    projectId: string,
    query: ServerCampaignQuery,
  ): Promise<{ items: ServerCampaign[]; next_cursor: string | null }>;
}

/** Codes of coupons, as servers and apps ask for them. */
export interface ServerCoupons {
  issue(projectId: string, request: z.output<(typeof serverIssueCoupon)['body']>): Promise<IssuedCoupon>;
  /** To who uses the install. */
  listIssued(projectId: string, installId: string): Promise<ClientCoupon[]>;
  get(projectId: string, code: string): Promise<CouponCodeRow>;
}

/** What calls of apps and servers need. */
export interface ClientDoor {
  connection: NodeOf<'db'>;
  ingest: ClientIngest;
  projects: ProjectCache;
  /** Which pages may send something. */
  web: Pick<WebGate, 'enter' | 'mayAsk'>;
  /** How requests are signed. */
  signatures: Pick<SignatureCounts, 'note'>;
  signals: Pick<SdkSignals, 'note'>;
  names: CampaignNames;
  campaigns: ServerCampaigns;
  coupons: ServerCoupons;
  /** Takes a postback of Apple that an ad network forwards. */
  forwardPostback(
    projectId: string,
    body: Record<string, unknown>,
  ): Promise<z.output<(typeof forwardSkanPostback)['response']>>;
  history: History;
  /** Our link behind an address, of any campaign of the project. */
  findLink(projectId: string, url: string): Promise<FoundLink | null>;
  /** Records that a link opened the app; answers with the signed click id. */
  recordAppOpen(opened: OpenedLink): Promise<string>;
}
