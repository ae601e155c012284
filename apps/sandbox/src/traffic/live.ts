import { DAY, MINUTE, SECOND } from './calendar.ts';
import { createDevice } from './device.ts';
import { createNewcomer } from './newcomer.ts';
import { type Person, personOf, pickLink } from './person.ts';
import { createPhone, type Door } from './phone.ts';
import { playVisit, type Wait } from './play-visit.ts';
import { createRandom, type Random } from './random.ts';
import type { World } from './world.ts';

const REFUNDS = 0.06;
const LATE = 0.05;

export interface LiveRequest {
  world: World;
  door: Door;
  /** How much faster than usual. */
  pace: number;
  onFailure(error: unknown): void;
}

interface Scene extends LiveRequest {
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

/** Somebody of history. */
function knownPerson({ world, random }: Scene, isFit: (person: Person) => boolean = () => true): Person {
  let person = personOf(world, random.int(0, world.people - 1));
  for (let tries = 0; tries < 50 && !isFit(person); tries += 1) {
    person = personOf(world, random.int(0, world.people - 1));
  }
  return person;
}

const phoneOf = ({ door, random }: Scene, { device, installId }: Person) =>
  createPhone(door, { device, installId, random });

async function newcomer(scene: Scene): Promise<void> {
  const { random, wait } = scene;
  const { phone, visitor, ctit, touch, open } = createNewcomer(scene);
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

async function regular(scene: Scene): Promise<void> {
  const { random, wait } = scene;
  const person = knownPerson(scene, ({ habit }) => random.chance(habit / 3));
  const phone = phoneOf(scene, person);
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
async function stray({ world, door, random }: Scene): Promise<void> {
  const place = world.arrivals.sourceOn(world.days - 1, random);
  const campaign = world.campaigns[place];
  if (!campaign) return;
  const { audience, only } = campaign.idea;
  const phone = createPhone(door, {
    device: createDevice(random, { audience, only }),
    installId: '',
    random,
  });
  await phone.click(pickLink(campaign, random).slug);
}

/** Somebody who has been silent comes back by a link that opens the app: of the same campaign, or of another. */
async function comeBackByLink(scene: Scene): Promise<void> {
  const { world, random, wait } = scene;
  const person = knownPerson(
    scene,
    ({ installedAt, source }) => source !== null && world.until - installedAt > 20 * DAY,
  );
  const running = world.campaigns[world.arrivals.sourceOn(world.days - 1, random)];
  const campaign = random.chance(0.6) ? person.source?.campaign : running;
  if (!campaign) return;
  const phone = phoneOf(scene, person);
  const click = await phone.click(pickLink(campaign, random).slug);
  if (!click) return;
  await wait(random.int(12, 40) * SECOND);
  await phone.call('handle-deeplink', { url: `kite://offers/${campaign.idea.displayId}?tm_click=${click}` });
  await playVisit({ phone, random, wait }, person, { isFirst: false });
}

/** The app is put on a known phone once more. */
async function reinstall(scene: Scene): Promise<void> {
  const { random, wait, door } = scene;
  const { device, ...person } = knownPerson(scene, (one) => one.device.advertisingId !== null);
  const phone = createPhone(door, { device, installId: random.hex(20), random });
  await phone.open();
  await wait(random.int(2, 8) * SECOND);
  await playVisit({ phone, random, wait }, { ...person, device, account: null }, { isFirst: true });
}

const JOURNEYS: readonly [(scene: Scene) => Promise<void>, number][] = [
  [newcomer, 3],
  [regular, 8],
  [stray, 16],
  [comeBackByLink, 0.8],
  [reinstall, 0.25],
];

/** Begins journeys one after another, at times that only chance knows, until everything ends. */
async function repeat(
  scene: Scene,
  journey: (scene: Scene) => Promise<void>,
  perMinute: number,
): Promise<void> {
  const { random, wait, door, onFailure } = scene;
  for (;;) {
    await wait((-Math.log(1 - random.next()) * MINUTE) / perMinute);
    journey(scene).catch((error: unknown) => {
      if (!door.signal.aborted) onFailure(error);
    });
  }
}

/** Traffic as it trickles in, until the signal of the door. */
export async function playLive(request: LiveRequest): Promise<void> {
  const { world, door, pace } = request;
  const wait = waitUntilEnd(door.signal);
  const loops = JOURNEYS.map(([journey, perMinute], at) => {
    const random = createRandom(`${world.seed}/live/${Date.now()}/${at}`);
    return repeat({ ...request, random, wait }, journey, perMinute * pace);
  });
  await Promise.all(loops).catch((error: unknown) => {
    if (!door.signal.aborted) throw error;
  });
}
