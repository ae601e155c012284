/**
 * Carries a campaign into a link: Google Play hands it to the app as the install referrer, links of Trailmark read it
 * from the address. What the link says itself comes first, and is read first.
 */
export function decorateLink(href: string, campaign: string): string {
  const link = new URL(href, location.href);
  const added = link.host === 'play.google.com' ? `referrer=${encodeURIComponent(campaign)}` : campaign;
  // A link that is clicked twice has it already.
  if (campaign && !href.includes(added)) link.search += `&${added}`;
  return link.href;
}
