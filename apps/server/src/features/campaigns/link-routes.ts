import { updateAdPart } from '@trailmark/contract/ad-parts';
import {
  createLink,
  deleteLink as deleteLinkRoute,
  findLinks,
  getLinkQr,
  listLinks,
  previewDraft as previewDraftRoute,
  previewTarget as previewTargetRoute,
  switchLinks as switchLinksRoute,
  updateLink as updateLinkRoute,
} from '@trailmark/contract/links';
import type { FileAnswer } from '@trailmark/contract/route';
import { toBuffer, toString as toText } from 'qrcode';
import type { Membership } from '../../access/caller.ts';
import { campaignScope } from '../../access/campaign-scope.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { badField } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { acting, noCampaign, noLink, refuseNameOfGuest } from './acting.ts';
import { addLink } from './add-link.ts';
import { deleteLink, switchLinks, updateLink } from './change-link.ts';
import { updatePart } from './change-part.ts';
import { findLinkRow, findLinkRows, listHosts, listLinkRows, listLinksOfPart } from './link-store.ts';
import { linkUrl, presentLink } from './present.ts';
import { previewDraft, previewTarget } from './preview-target.ts';
import { findCampaignRow } from './store.ts';

interface Drawing {
  url: string;
  slug: string;
  format: 'svg' | 'png';
  size: number;
}

/** The QR code of an address: M survives a torn corner, four modules of margin are what readers need. */
async function drawQr({ url, slug, format, size }: Drawing): Promise<FileAnswer> {
  const options = { errorCorrectionLevel: 'M', margin: 4, width: size } as const;
  const filename = `${slug}.${format}`;
  if (format === 'png') {
    return { contentType: 'image/png', filename, body: await toBuffer(url, { ...options, type: 'png' }) };
  }
  return { contentType: 'image/svg+xml', filename, body: await toText(url, { ...options, type: 'svg' }) };
}

async function placesOf(kit: Kit, projectId: string) {
  return { publicUrl: kit.publicUrl, hosts: await listHosts(kit.db, projectId) };
}

async function getLinkRow(kit: Kit, membership: Membership, linkId: string) {
  const scope = campaignScope(membership);
  const row = await findLinkRow(kit.db, { projectId: membership.projectId, linkId, scope });
  if (!row) throw noLink();
  return row;
}

async function getLink(kit: Kit, membership: Membership, linkId: string) {
  const row = await getLinkRow(kit, membership, linkId);
  const { network } = await getCampaign(kit, membership, row.campaign_id);
  return presentLink(row, { ...(await placesOf(kit, membership.projectId)), network });
}

/** Refuses what is not there for this member. */
async function getCampaign(kit: Kit, membership: Membership, campaignId: string) {
  const scope = campaignScope(membership);
  const row = await findCampaignRow(kit.db, { projectId: membership.projectId, campaignId, scope });
  if (!row) throw noCampaign();
  return row;
}

export const linkRoutes: HandledRoute[] = [
  onProject(listLinks, async ({ kit, membership, query }) => {
    const { projectId } = membership;
    const campaignId = query.campaign_id;
    const { network } = await getCampaign(kit, membership, campaignId);
    const places = { ...(await placesOf(kit, projectId)), network };
    return (await listLinkRows(kit.db, projectId, campaignId)).map((row) => presentLink(row, places));
  }),

  onProject(findLinks, async ({ kit, membership, query }) => {
    const { search, ad_set, creative, limit } = query;
    const options = { projectId: membership.projectId, scope: campaignScope(membership), limit };
    const part = ad_set === undefined ? 'creative' : 'ad_set';
    const found =
      search === undefined
        ? await listLinksOfPart(kit.db, { part, name: ad_set ?? creative ?? '' }, options)
        : await findLinkRows(kit.db, search, options);
    return found.map(({ id, ...link }) => ({ ...link, link_id: id }));
  }),

  onProject(createLink, async (context) => {
    const { kit, membership, body } = context;
    if (body.slug !== undefined) refuseNameOfGuest(membership, 'slug');
    const linkId = await addLink(kit, acting(context), { campaignId: body.campaign_id, form: body });
    return await getLink(kit, membership, linkId);
  }),

  onProject(updateLinkRoute, async (context) => {
    const { kit, membership, body } = context;
    await updateLink(kit, acting(context), body);
    return await getLink(kit, membership, body.link_id);
  }),

  onProject(switchLinksRoute, async (context) => {
    const { link_ids: linkIds, active } = context.body;
    return { changed: await switchLinks(context.kit, acting(context), { linkIds, active }) };
  }),

  onProject(updateAdPart, (context) => updatePart(context.kit, acting(context), context.body)),

  onProject(deleteLinkRoute, async (context) => {
    await deleteLink(context.kit, acting(context), context.query.link_id);
    return { deleted: true };
  }),

  onProject(getLinkQr, async ({ kit, membership, query }) => {
    const { slug } = await getLinkRow(kit, membership, query.link_id);
    const { host, format, size } = query;
    if (host !== undefined && !(await listHosts(kit.db, membership.projectId)).includes(host)) {
      throw badField('host', 'is not a link domain of this project');
    }
    return await drawQr({ url: linkUrl({ publicUrl: kit.publicUrl, host }, slug), slug, format, size });
  }),

  onProject(previewTargetRoute, async ({ kit, membership, body }) => {
    const { campaign_id: campaignId, platform, in_app: inApp } = body;
    await getCampaign(kit, membership, campaignId);
    return await previewTarget(kit, { projectId: membership.projectId, campaignId, platform, inApp });
  }),

  onProject(previewDraftRoute, ({ kit, membership, body }) =>
    previewDraft(kit, { projectId: membership.projectId, draft: body.draft, visitors: body.visitors }),
  ),
];
