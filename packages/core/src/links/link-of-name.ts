interface NamedLink {
  readonly linkId: string;
  readonly campaignId: string;
}

/**
 * The link that a name means on a link host, where slugs and display ids share one name space. New names are unique
 * there; where a slug and the display id of another campaign are one name from before, the older one keeps it. Ids
 * begin with their time.
 */
export function linkOfName<Link extends NamedLink>(
  bySlug: Link | null | undefined,
  byDisplayId: Link | null | undefined,
): Link | null {
  if (!bySlug || !byDisplayId) return bySlug ?? byDisplayId ?? null;
  const isOther = bySlug.campaignId !== byDisplayId.campaignId;
  return isOther && byDisplayId.campaignId < bySlug.linkId ? byDisplayId : bySlug;
}
