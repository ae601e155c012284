import { randomBytes } from 'node:crypto';
import type { Output } from '@trailmark/contract/call';
import type { SimulatedPlatform, simulateOpen } from '@trailmark/contract/sdk-check';
import { CLICK_PARAMETER, signClick } from '@trailmark/core/links/signed-click';
import { AppError } from '../../platform/app-error.ts';
import { later } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { findTestClick, findTestLink, type TestClick, type TestLinkRow } from './test-links.ts';

type Simulated = Output<typeof simulateOpen>;
export type OpenRequest = Simulated['request'];

/** Decides about an open as if it had come from an app, and stores nothing of it. */
export type DecideOpen = (
  kit: Kit,
  open: { projectId: string; request: OpenRequest; ip: string; at: Date },
) => Promise<Pick<Simulated, 'answer' | 'decision'>>;

interface TestOpen {
  projectId: string;
  linkId: string;
  platform: SimulatedPlatform;
  ip: string;
}

const SECOND_MS = 1000;
/** Nobody installs faster: the plausibility check would take an earlier open for fraud. */
const FASTEST_INSTALL_MS = 30 * SECOND_MS;

/** What Google Play hands to the app that it installs after the click. */
function playDevice(token: string, { clickedAt }: TestClick, at: Date) {
  const middle = (clickedAt.getTime() + at.getTime()) / 2;
  return {
    device_model: 'Pixel 8',
    manufacturer: 'Google',
    system_version: '15',
    language: 'en',
    install_referrer: `utm_source=trailmark&${CLICK_PARAMETER}=${token}`,
    referrer_click_timestamp_server_seconds: Math.floor(clickedAt.getTime() / SECOND_MS),
    install_begin_timestamp_server_seconds: Math.ceil(middle / SECOND_MS),
  };
}

function withClick(address: string, token: string): string {
  const url = new URL(address);
  url.searchParams.set(CLICK_PARAMETER, token);
  return url.href;
}

/**
 * The body of an `init` call: on Android with the referrer of the store, on iOS with the link that opened the app, on a
 * website with the address that the link leads to.
 */
function requestOf(
  { platform }: TestOpen,
  { token, click, link, at }: { token: string; click: TestClick; link: TestLinkRow; at: Date },
): OpenRequest {
  const own = {
    install_instance_id: randomBytes(10).toString('hex'),
    platform,
    package_version: 'simulated',
  };
  if (platform === 'WEB') {
    return {
      ...own,
      link: withClick(link.landing ?? link.url, token),
      referrer: '',
      device_data: { language: 'en' },
    };
  }
  const app = { ...own, app_version: '1.0.0' };
  if (platform === 'ANDROID') return { ...app, device_data: playDevice(token, click, at) };
  return {
    ...app,
    link: withClick(link.url, token),
    device_data: { device_model: 'iPhone17,3', system_version: '18.6', language: 'en' },
  };
}

/** A first open after the latest click on a link: what would be attributed, and why. */
export async function simulate(kit: Kit, open: TestOpen, decideOpen: DecideOpen): Promise<Simulated> {
  const { projectId, linkId, ip } = open;
  const now = kit.clock.now();
  const link = await findTestLink(kit, { projectId, linkId });
  if (link === null) throw new AppError('not_found', 'We couldn’t find this link.');
  const click = await findTestClick(kit.db, { projectId, linkId, now });
  if (!click) {
    throw new AppError('conflict', 'Nobody has opened this link in the last 30 minutes. Open it first.');
  }
  const token = signClick({ id: click.id, projectId, linkId }, kit.secrets.macKey('clicks'));
  // A page is there at once.
  const earliest = later(click.clickedAt, open.platform === 'WEB' ? 0 : FASTEST_INSTALL_MS);
  const at = earliest > now ? earliest : now;
  const request = requestOf(open, { token, click, link, at });
  const { answer, decision } = await decideOpen(kit, { projectId, request, ip, at });
  return { clicked_at: click.clickedAt.toISOString(), request, answer, decision };
}
