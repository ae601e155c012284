import { ask } from '@trailmark/sdk-core/ask';
import type { BatchCall, Properties } from '@trailmark/sdk-core/wire';
import type { AppPorts } from './app-ports.ts';
import type { AttributionData } from './attribution.ts';
import type { GivenConsent } from './consent-fields.ts';
import { createDeepLinks, type DeepLinks } from './deep-links.ts';
import { hashPerson } from './hash-person.ts';
import { isOwnLink } from './link-address.ts';
import type { DeepLink, DeeplinkData } from './links.ts';
import { createListeners } from './listeners.ts';
import type { ConsentOptions, InitOptions, PaymentOptions, UserData } from './options.ts';
import { present } from './present.ts';
import { readAttribution } from './read-attribution.ts';
import { giveConsent, type Running, startSdk } from './start.ts';
import { VERSION } from './version.ts';

/** Calls that name a payment or a person: what is not set is left out. */
const removalOf = ({ paymentId, userId }: { paymentId?: string; userId?: string }) =>
  present({ payment_id: paymentId || undefined, user_id: userId || undefined });

/**
 * The SDK. Everything may be called before `init`, and waits for it. No method throws or rejects: what goes wrong is
 * said on the console with `debug`. A promise resolves when the call is handed to the storage of the phone, not when it
 * is sent.
 */
export class Trailmark {
  private hashesPeople = false;
  private allowsAdvertisingId = true;
  /** Given before the start; undefined once the start has taken it. */
  private consentBefore: GivenConsent | null | undefined = null;
  private options: InitOptions | null = null;
  private release: (running: Running) => void = () => {};
  private readonly started = new Promise<Running>((resolve) => {
    this.release = resolve;
  });
  private readonly attributions = createListeners<AttributionData>();
  private readonly links = createListeners<DeepLink>();
  private readonly deepLinks: DeepLinks;

  constructor(private readonly app: AppPorts) {
    this.deepLinks = createDeepLinks(app.now);
  }

  getPackageVersion(): string {
    return VERSION;
  }

  /** Starts the SDK and reports that the app was opened. A second call does nothing. */
  async init(options: InitOptions): Promise<void> {
    if (this.options) return;
    if (!options?.token || !options.endpoint) {
      this.app.log('init needs token and endpoint: nothing is collected.');
      return;
    }
    this.options = options;
    try {
      this.release(await this.start(options));
    } catch (failure) {
      this.app.log(`init failed: ${failure}`);
    }
  }

  /** A person signed up, or signed in with `is_first_time_user: false`. */
  signup({ user_data, data }: { user_data: UserData; data?: Properties }): Promise<void> {
    return this.later(({ client, withFields }, at) => {
      const { id, ...fields } = this.personOf(user_data);
      withFields({ ...at, ...present({ data }) }, () => client.signUp(String(id), fields));
    });
  }

  /** Says more about the person who uses the app. */
  setUserData(user_data: UserData): Promise<void> {
    return this.later(({ client, withFields }, at) => {
      const { id, ...fields } = this.personOf(user_data);
      withFields(at, () => client.identify(String(id), fields));
    });
  }

  /** Names the person who uses the app, without a sign-up. */
  setCustomerUserId(id: string): Promise<void> {
    return this.later(({ client, withFields }, at) => withFields(at, () => client.identify(String(id))));
  }

  /** Something happened. The same `eventId` is counted once for each name. */
  trackEvent(event_name: string, event_data?: Properties, eventId?: string | number): Promise<void> {
    const event_id = eventId == null ? undefined : String(eventId);
    return this.call('capture-event', { event_name, event_data, event_id });
  }

  /** A screen was shown. */
  trackScreen(screen_name: string, event_data?: Properties): Promise<void> {
    return this.call('screen-view', { screen_name, event_data });
  }

  /** A payment moved to a state; each state is counted once. */
  capturePayment({ paymentId, userId, eventData, ...payment }: PaymentOptions): Promise<void> {
    const ids = removalOf(present({ paymentId, userId }));
    return this.call('capture-payment', { ...payment, ...ids, event_data: eventData });
  }

  /** Takes back a payment. `userId` alone takes back all payments of that person. */
  removePayment(given: { paymentId?: string; userId?: string }): Promise<void> {
    const ids = removalOf(given);
    if (Object.keys(ids).length > 0) return this.call('remove-captured-payment', ids);
    return this.later(() => {
      throw new Error('removePayment needs paymentId or userId.');
    });
  }

  /** Ids of this install in other tools. */
  setAdditionalData({
    clevertapId,
    ...others
  }: {
    clevertapId?: string;
    [key: string]: unknown;
  }): Promise<void> {
    return this.call('integrations', { integration_info: present({ ...others, clevertap_id: clevertapId }) });
  }

  setPushToken(push_token: string): Promise<void> {
    return this.call('update-push-token', { push_token });
  }

  /** A link opened the app: says where it leads. Links of `linkDomains` are handled without this call. */
  async handleDeeplink(url: string | null): Promise<DeeplinkData | undefined> {
    return url?.trim() ? await this.handle(await this.started, url.trim()) : undefined;
  }

  /** The attribution of this install; offline the last one that is known. */
  async getAttributionData(): Promise<AttributionData | undefined> {
    const { ports, client, token, state } = await this.started;
    const answer = await ask(ports, { client, token }, { call: 'attribution-data' });
    return readAttribution(answer) ?? state.get().attribution;
  }

  /** Called when the attribution is known, and when it changes. Gives a function that removes the callback. */
  onAttribution(listener: (attribution: AttributionData) => void): () => void {
    return this.attributions.add(listener);
  }

  /** Called for every link that leads into the app, also for the one before the install. */
  onDeepLink(listener: (link: DeepLink) => void): () => void {
    return this.links.add(listener);
  }

  /** What the person allows from now on. */
  setConsent(consent: ConsentOptions): Promise<void> {
    const before = this.consentBefore;
    if (before !== undefined) {
      this.consentBefore = { consent: { ...before?.consent, ...present(consent) }, ...this.now() };
      return this.later(() => {});
    }
    return this.later(async (running, at) => {
      await giveConsent(running, { consent, ...at });
      if (!running.client.isDenied()) await running.device.refresh();
    });
  }

  /** Name, phone and email leave the phone as SHA-256 only. */
  enablePIIHashing(enabled = true): void {
    this.hashesPeople = enabled;
  }

  /** The advertising id of Android is not read from now on. */
  setDisableAaidCollection(disabled = true): void {
    this.allowsAdvertisingId = !disabled;
    if (this.options) void this.later(({ device }) => device.refresh());
  }

  /** iOS: shows Apple's tracking question. The advertising id is sent with the next open or session. */
  requestTracking(): Promise<void> {
    return this.later(async ({ client, device }) => {
      const att_status = await this.app.native.requestTracking();
      if (att_status === null) return;
      await device.refresh();
      client.consent({ att_status });
    });
  }

  /** The person signed out. */
  reset(): Promise<void> {
    return this.later(({ client }) => client.reset());
  }

  /** Sends what waits; resolves when it was tried. */
  flush(): Promise<void> {
    return this.later(({ client }) => client.flush());
  }

  private async start(options: InitOptions): Promise<Running> {
    if (options.disableIdfa) this.allowsAdvertisingId = false;
    const running = await startSdk({
      app: this.app,
      options,
      allowsAdvertisingId: () => this.allowsAdvertisingId,
      takeConsent: () => {
        const given = this.consentBefore ?? null;
        this.consentBefore = undefined;
        return given;
      },
      onOpened: (opened, answer) => this.onOpened(opened, answer),
    });
    this.app.onLink((url) => this.handleOwn(running, url));
    this.handleOwn(running, await this.app.initialLink().catch(() => null));
    return running;
  }

  private now(): { occurred_at: string } {
    return { occurred_at: new Date(this.app.now()).toISOString() };
  }

  /** Calls the client when it runs, with the time of now. */
  private async later(act: (running: Running, at: { occurred_at: string }) => unknown): Promise<void> {
    const at = this.now();
    try {
      await act(await this.started, at);
    } catch (failure) {
      if (this.options?.debug) this.app.log(String(failure));
    }
  }

  private call(name: BatchCall, fields: Properties): Promise<void> {
    return this.later(({ client }, at) => client.call(name, { ...at, ...present(fields) }));
  }

  private personOf(person: UserData): UserData {
    return this.hashesPeople ? hashPerson(person) : person;
  }

  /** The answer to an open: the attribution, and at the first one perhaps where to go. */
  private onOpened({ state }: Running, answer: unknown): void {
    const attribution = readAttribution(answer);
    if (!attribution) return;
    const { hasOpened, attribution: before } = state.get();
    state.set({ hasOpened: true, attribution });
    if (JSON.stringify(before) !== JSON.stringify(attribution)) this.attributions.emit(attribution);
    const { deeplink, matchType } = attribution;
    if (!hasOpened && deeplink) this.links.emit({ deeplink, isDeferred: true, matchType, attribution });
  }

  private async handle(running: Running, url: string): Promise<DeeplinkData> {
    const isFirstToAsk = !this.deepLinks.isHandled(url);
    const data = await this.deepLinks.handle(running, url);
    const { deeplink, isTrailmark, attribution } = data;
    if (isFirstToAsk && isTrailmark && deeplink) {
      this.links.emit({ deeplink, isDeferred: false, matchType: 'deep_link', attribution });
    }
    return data;
  }

  private handleOwn(running: Running, url: string | null): void {
    if (url && isOwnLink(url, this.options?.linkDomains ?? [])) void this.handle(running, url);
  }
}
