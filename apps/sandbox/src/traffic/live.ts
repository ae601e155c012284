import type { PostbackSigner } from '../apple/postback-signer.ts';
import { DAY, MINUTE, SECOND } from './calendar.ts';
import { addressOf, createDevice } from './device.ts';
import { createNewcomer } from './newcomer.ts';
import { type Person, personOf, pickLink } from './person.ts';
import { createPhone, type Endpoint } from './phone.ts';
import { playVisit, type Wait } from './play-visit.ts';
import { createRandom, type Random } from './random.ts';
import type { Scenario } from './scenario.ts';
import { sendAsDevice } from './send-postbacks.ts';
import { createLivePostback } from './skan-postbacks.ts';

const REFUNDS = 0.06;
const LATE = 0.05;

export interface LiveRequest {
  scenario: Scenario;
  endpoint: Endpoint;
  signer: PostbackSigner;
  /** How much faster than usual. */
  pace: number;
  onFailure(error: unknown): void;
}

interface LiveTraffic extends LiveRequest {
  random: Random;
  wait: Wait;
}

function waitUntilEnd(signal: AbortSignal): Wait {
  return (ms) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const end = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(
        () => {
          signal.removeEventListener('abort', end);
          resolve();
        },
        Math.max(0, ms),
      );
      signal.addEventListener('abort', end, { once: true });
    });
}

/** A person of the history. */
function knownPerson(
  { scenario, random }: LiveTraffic,
  isFit: (person: Person) => boolean = () => true,
): Person {
  let person = personOf(scenario, random.int(0, scenario.people - 1));
  for (let tries = 0; tries < 50 && !isFit(person); tries += 1) {
    person = personOf(scenario, random.int(0, scenario.people - 1));
  }
  return person;
}

const phoneOf = ({ endpoint }: LiveTraffic, person: Person) => createPhone(endpoint, person);

async function newcomer(traffic: LiveTraffic): Promise<void> {
  const { random, wait } = traffic;
  const { phone, visitor, ctit, touch, open } = createNewcomer(traffic);
  await touch();
  await wait(ctit);
  await open();
  await wait(random.int(1, 6) * SECOND);
  const payment_id = await playVisit({ phone, random, wait }, visitor, { isFirst: true });
  if (payment_id && random.chance(REFUNDS)) {
    await wait(random.int(20, 90) * SECOND);
    await phone.call('remove-captured-payment', { payment_id });
  }
}

async function regular(traffic: LiveTraffic): Promise<void> {
  const { random, wait } = traffic;
  const person = knownPerson(traffic, ({ habit }) => random.chance(habit / 3));
  const phone = phoneOf(traffic, person);
  await phone.open();
  const age = (Date.now() - person.installedAt) / SECOND;
  const lateSeconds = random.chance(LATE) ? age * random.between(0.9, 0.999) : 0;
  const payment_id = await playVisit({ phone, random, wait }, person, { isFirst: false, lateSeconds });
  if (payment_id && random.chance(REFUNDS)) {
    await wait(random.int(20, 90) * SECOND);
    await phone.call('remove-captured-payment', { payment_id });
  }
}

/** Taps an ad and stays away. */
async function stray({ scenario, endpoint, random }: LiveTraffic): Promise<void> {
  const campaignIndex = scenario.arrivals.sourceOn(scenario.days - 1, random);
  const campaign = scenario.campaigns[campaignIndex];
  if (!campaign) return;
  const { audience, only } = campaign.idea;
  const device = createDevice(random, { audience, only });
  const phone = createPhone(endpoint, { device, address: addressOf(device, random), installId: '' });
  await phone.click(pickLink(campaign, random).slug);
}

/** Somebody who has been silent comes back by a link that opens the app: of the same campaign, or of another. */
async function comeBackByLink(traffic: LiveTraffic): Promise<void> {
  const { scenario, random, wait } = traffic;
  const person = knownPerson(
    traffic,
    ({ installedAt, source }) => source !== null && scenario.until - installedAt > 20 * DAY,
  );
  const running = scenario.campaigns[scenario.arrivals.sourceOn(scenario.days - 1, random)];
  const campaign = random.chance(0.6) ? person.source?.campaign : running;
  if (!campaign) return;
  const phone = phoneOf(traffic, person);
  const click = await phone.click(pickLink(campaign, random).slug);
  if (!click) return;
  await wait(random.int(12, 40) * SECOND);
  await phone.call('handle-deeplink', { url: `kite://offers/${campaign.idea.displayId}?tm_click=${click}` });
  await playVisit({ phone, random, wait }, person, { isFirst: false });
}

/** The app is put on a known phone once more. */
async function reinstall(traffic: LiveTraffic): Promise<void> {
  const { random, wait, endpoint } = traffic;
  const person = knownPerson(traffic, (one) => one.device.advertisingId !== null);
  const phone = createPhone(endpoint, { ...person, installId: random.hex(20) });
  await phone.open();
  await wait(random.int(2, 8) * SECOND);
  await playVisit({ phone, random, wait }, { ...person, account: null }, { isFirst: true });
}

/** Apple's postback about an install of some days ago. */
async function postback({ scenario, signer, random, endpoint }: LiveTraffic): Promise<void> {
  for (const body of createLivePostback(scenario, signer, random)) await sendAsDevice(endpoint, body);
}

const JOURNEYS: readonly [(traffic: LiveTraffic) => Promise<void>, number][] = [
  [newcomer, 3],
  [regular, 8],
  [stray, 16],
  [comeBackByLink, 0.8],
  [reinstall, 0.25],
  [postback, 3],
];

/** Starts journeys one after another, at random times, until the traffic ends. */
async function repeat(
  traffic: LiveTraffic,
  journey: (traffic: LiveTraffic) => Promise<void>,
  perMinute: number,
): Promise<void> {
  const { random, wait, endpoint, onFailure } = traffic;
  for (;;) {
    await wait((-Math.log(1 - random.next()) * MINUTE) / perMinute);
    journey(traffic).catch((error: unknown) => {
      if (!endpoint.signal.aborted) onFailure(error);
    });
  }
}

/** Live traffic, until the endpoint's signal. */
export async function playLive(request: LiveRequest): Promise<void> {
  const { scenario, endpoint, pace } = request;
  const wait = waitUntilEnd(endpoint.signal);
  const loops = JOURNEYS.map(([journey, perMinute], at) => {
    const random = createRandom(`${scenario.seed}/live/${Date.now()}/${at}`);
    return repeat({ ...request, random, wait }, journey, perMinute * pace);
  });
  await Promise.all(loops).catch((error: unknown) => {
    if (!endpoint.signal.aborted) throw error;
  });
}
