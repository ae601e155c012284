/** A link of ours that opened an app without having been clicked at our door. */
export interface OpenedLink {
  projectId: string;
  linkId: string;
  campaignId: string;
  network: string;
  installId: string;
  at: Date;
  platform: string;
  ip: string | null;
  country: string;
  advertisingId: string | null;
}
