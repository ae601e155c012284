import { keysOf, openAsyncStorage } from '@trailmark/sdk-core/async-storage';
import { type Client, createClient } from '@trailmark/sdk-core/client';
import type { Ports } from '@trailmark/sdk-core/ports';
import type { Properties } from '@trailmark/sdk-core/wire';
import type { AppPorts } from './app-ports.ts';
import { consentFields, deniesAds, type GivenConsent } from './consent-fields.ts';
import { createConversions } from './conversions.ts';
import { createDevice, type Device } from './device.ts';
import { installFields, isWorthAskingAgain } from './install-sources.ts';
import { isOwnLink } from './link-address.ts';
import type { InitOptions } from './options.ts';
import { present } from './present.ts';
import { createSdkState, PREVIOUS_INSTALL_KEY, type SdkStateStore, STATE_KEY } from './sdk-state.ts';
import { createTransport } from './transport.ts';
import { VERSION } from './version.ts';
import { within } from './within.ts';

/** The SDK after its start. */
export interface Running {
  token: string;
  ports: Ports;
  client: Client;
  device: Device;
  state: SdkStateStore;
  conversions: ReturnType<typeof createConversions>;
  /** Calls that are made meanwhile carry these fields, too. */
  withFields(fields: Properties, act: () => void): void;
  /** Opens the install, once for each start. What begins its session may be given: the consent that allows it. */
  open(begin?: () => void): Promise<void>;
}

interface Start {
  app: AppPorts;
  options: InitOptions;
  allowsAdvertisingId(): boolean;
  /** The consent that was given before the start, if any. What is given later is not waited for. */
  takeConsent(): GivenConsent | null;
  /** The answer to an `init`. */
  onOpened(running: Running, answer: unknown): void;
}

const MOST_SOURCE_READS = 3;
/** As long as the native side waits for a store and for three others. */
const SOURCES_MS = 10_000;

async function createPorts({ app, options }: Start): Promise<Ports> {
  const items = await app.native.loadItems().catch((): Record<string, string> => ({}));
  const storage = await openAsyncStorage(
    {
      get: async (key) => items[key],
      set: (key, value) => app.native.setItem(key, value),
      remove: (key) => app.native.setItem(key, null),
    },
    [...keysOf(), STATE_KEY, PREVIOUS_INSTALL_KEY],
  );
  const { secretKey, keyId, endpoint } = options;
  const signingKey = secretKey && keyId ? { secretKey, keyId } : null;
  const { fetch, now, random, schedule } = app;
  return {
    storage: () => storage,
    now,
    random,
    schedule,
    send: createTransport({ fetch, now, endpoint, signingKey }),
  };
}

function createRunning(start: Start, ports: Ports): Running {
  const { app, options } = start;
  const log = (text: string) => {
    if (options.debug) app.log(text);
  };
  const state = createSdkState(ports.storage());
  const mayReadAdvertisingId = () =>
    start.allowsAdvertisingId() && !deniesAds({ ...options.consent, ...state.get().consent });
  const device = createDevice(app, mayReadAdvertisingId);
  const conversions = createConversions(app.native, state, log);
  const client = createClient(ports, {
    token: options.token,
    platform: app.platform,
    ...(options.consent ? { consent: consentFields(options.consent) } : {}),
    context: () => extraFields,
    onSession() {
      sendOpen();
      return { device_data: device.get() };
    },
    onStored({ call }, answer) {
      conversions.read(answer);
      if (call === 'init') start.onOpened(running, answer);
    },
    onDropped: ({ call, reason, detail }) =>
      log(`${call} was dropped: ${reason}${detail ? ` (${detail})` : ''}`),
  });
  let extraFields: Properties = {};
  let openBody: Properties | null = null;
  /** The open comes before the session that it begins. */
  const sendOpen = () => {
    const body = openBody;
    openBody = null;
    if (body) client.init(body);
  };
  let opening: Promise<void> | null = null;
  const running: Running = {
    token: options.token,
    ports,
    client,
    device,
    state,
    conversions,
    withFields(fields, act) {
      extraFields = fields;
      act();
      extraFields = {};
    },
    async open(begin = client.active) {
      if (opening) return begin();
      opening = readOpen(start, running).then((body) => {
        openBody = body;
        begin();
        sendOpen();
        settleOpen(start, running);
      });
      await opening;
    },
  };
  return running;
}

/** What the stores say about the install: asked once, and again while a store does not answer. */
async function readSources({ app, options }: Start, { state, device }: Running) {
  const { hasSources, sourceReads = 0 } = state.get();
  if (hasSources || sourceReads >= MOST_SOURCE_READS) return { fields: {}, link: undefined };
  const { metaAppId, pasteboard = false, linkDomains = [] } = options;
  const request = { ...present({ metaAppId }), pasteboard: pasteboard && sourceReads === 0 };
  const sources = await within(app.schedule, SOURCES_MS, app.native.readInstallSources(request));
  state.set({ sourceReads: sourceReads + 1, hasSources: sources !== null && !isWorthAskingAgain(sources) });
  const link = sources?.pasteboard;
  return {
    fields: sources ? installFields(sources, device.get()) : {},
    link: link && isOwnLink(link, linkDomains) ? link : undefined,
  };
}

/** The fields of `init` that are the same for every start. */
export const openFields = (device: Record<string, unknown>) => ({
  ...present({ app_version: device.app_version }),
  package_version: `react-native@${VERSION}`,
  source: 'GENERAL',
});

/** The body of `init`: that of the first open has what stores and systems say about it. */
async function readOpen(start: Start, running: Running): Promise<Properties> {
  const { device, state, ports } = running;
  const isFirst = !state.get().sourceReads;
  await device.refresh();
  if (isFirst) await device.awaitTracking(start.options.trackingTimeoutMs ?? 0);
  const { fields, link } = await readSources(start, running);
  const previous = isFirst ? ports.storage().getItem(PREVIOUS_INSTALL_KEY) : null;
  const device_data = {
    ...device.get(),
    ...fields,
    ...(previous ? { previous_install_instance_id: previous } : {}),
  };
  return { ...openFields(device_data), device_data, ...present({ link }) };
}

/** What follows from the open. */
function settleOpen({ app }: Start, { client, ports, state, conversions }: Running): void {
  const installId = client.installId();
  if (installId) ports.storage().setItem(PREVIOUS_INSTALL_KEY, installId);
  // Apple's conversion windows begin with the first value, whatever it is.
  if (app.platform === 'IOS' && state.get().fine === undefined) conversions.register({ fine: 0 });
}

/** What the person allows from now on: stored before anything is read, said with the time at which it was given. */
export async function giveConsent(running: Running, { consent, occurred_at }: GivenConsent): Promise<void> {
  const { client, state, withFields, open } = running;
  state.set({ consent: { ...state.get().consent, ...present(consent) } });
  const give = () => withFields({ occurred_at }, () => client.consent(consentFields(consent)));
  const isDenied = consent.analyticsStorage ? consent.analyticsStorage === 'denied' : client.isDenied();
  if (isDenied) give();
  else await open(give);
}

/** Starts the SDK: reads what is stored, and opens the install. */
export async function startSdk(start: Start): Promise<Running> {
  const running = createRunning(start, await createPorts(start));
  const consent = start.takeConsent();
  if (consent) await giveConsent(running, consent);
  else if (!running.client.isDenied()) await running.open();
  start.app.onForeground((isForeground) => {
    if (running.client.isDenied()) return;
    if (!isForeground) return void running.client.flush();
    void running.device.refresh().then(() => {
      running.client.active();
      return running.client.flush();
    });
  });
  return running;
}
