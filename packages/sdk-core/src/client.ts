import { createId } from './ids.ts';
import type { Ports } from './ports.ts';
import { isoTime } from './post.ts';
import { createQueue, type Queue, type QueueOptions } from './queue.ts';
import { readJson, safeStorage } from './safe-storage.ts';
import type { BatchCall, Consent, Payment, Properties, UserData } from './wire.ts';

/** What is kept between starts, by short names: it is stored in every browser. */
interface State {
  /** The id of the install, or of the visitor. */
  i?: string;
  /** The id of the person. */
  u?: string;
  c?: Consent;
  /** The id of the session. */
  s?: string;
  /** When the session was last active. */
  t?: number;
}

export interface ClientOptions extends Omit<QueueOptions, 'key' | 'beforeSend'> {
  /** `WEB`, `IOS` or `ANDROID`. */
  platform: string;
  /** The keys of the storage begin with it; `tm` without it. */
  prefix?: string;
  /** What is taken for consent until `consent` is called. */
  consent?: Consent;
  /** Whether the id of the install is forgotten when analytics_storage is denied. */
  forgets?: boolean;
  /** Fields that every call carries, such as device_data. */
  context?(): Properties;
  /** A session begins; called before its first call. Returns further fields of `session-start`. */
  onSession?(): Properties | undefined;
}

export interface Client {
  /** The program was started. Further fields are those of `init`: device_data, link, referrers. */
  init(fields?: Properties): void;
  /** Names the person who uses this install, without counting a sign-up. */
  identify(userId: string, data?: UserData): void;
  /** A person signed up, or signed in with `is_first_time_user: false`. Further fields are those of `trigger`. */
  signUp(userId: string, data?: UserData, fields?: Properties): void;
  /** Something happened. The same event_id is counted once. */
  track(name: string, data?: Properties, eventId?: string): void;
  payment(payment: Payment): void;
  /** Takes back a payment. */
  refund(paymentId: string): void;
  page(view: {
    page_url: string;
    page_title?: string;
    page_referrer?: string;
    event_data?: Properties;
  }): void;
  screen(name: string, data?: Properties): void;
  /** What the person allows from now on. */
  consent(consent: Consent): void;
  /** Any other call of the batch. */
  call(call: BatchCall, fields?: Properties): void;
  /** The person is here: goes on with the session, or begins one after 30 minutes without activity. */
  active(): void;
  /** A body with the fields that every call carries, or null while analytics_storage is denied. */
  complete(call: string, fields?: Properties): Properties | null;
  /** The person signed out. With `true` the install is forgotten too, and the next call is of a new one. */
  reset(install?: boolean): void;
  flush: Queue['flush'];
  leave: Queue['leave'];
  stats: Queue['stats'];
  /** The id of the install; null as long as nothing was sent. */
  installId(): string | null;
  isDenied(): boolean;
}

const SESSION_MS = 18e5;

/** What every call begins with: who, in which session, and whether it is allowed. */
function createCaller(ports: Ports, options: ClientOptions) {
  const { prefix = 'tm' } = options;
  const storage = safeStorage(ports.storage);
  const newId = () => createId(ports.random);
  // Read every time: another tab may have changed it.
  const read = (): State => ({ ...readJson<State>(storage, prefix) });
  const write = (state: State) => storage.set(prefix, JSON.stringify(state));
  const consentOf = ({ c }: State): Consent => ({ ...options.consent, ...c });
  const isDenied = () => /^(denied|false|0)$/.test(`${consentOf(read()).analytics_storage}`);
  const clear = () => queue.clear(({ call }) => call === 'consent');
  const queue = createQueue(
    { ...ports, storage },
    { ...options, key: `${prefix}.q`, beforeSend: () => isDenied() && clear() },
  );
  /** The state with an install and a session; a new session says so first, but never before `init`. */
  const active = (name?: string): State => {
    const state = read();
    const at = ports.now();
    const isNew = name !== 'init' && !(Math.abs(at - (state.t as number)) < SESSION_MS && state.s);
    state.i ||= newId();
    state.t = at;
    if (isNew) state.s = newId();
    write(state);
    if (isNew) queue.add('session-start', bodyOf(state, options.onSession?.()));
    return state;
  };
  const bodyOf = (state: State, fields: Properties = {}): Properties => ({
    ...options.context?.(),
    install_instance_id: state.i,
    platform: options.platform,
    session_id: state.s,
    user_id: state.u,
    occurred_at: isoTime(ports.now()),
    ...fields,
    event_id: fields.event_id || newId(),
  });
  const complete = (name: string, fields?: Properties) => (isDenied() ? null : bodyOf(active(name), fields));
  const call = (name: BatchCall, fields?: Properties) => {
    const body = complete(name, fields);
    if (body) queue.add(name, body);
  };
  return { read, write, consentOf, isDenied, clear, queue, active, bodyOf, complete, call };
}

/** The client of the wire. Everything is stored first and sent in batches. */
export function createClient(ports: Ports, options: ClientOptions): Client {
  const caller = createCaller(ports, options);
  const { read, write, consentOf, isDenied, queue, call } = caller;
  const setUser = (u: string) => write({ ...read(), u });
  return {
    init: (fields) => call('init', { consent: consentOf(read()), ...fields }),
    identify(userId, data) {
      if (isDenied()) return;
      const isKnown = read().u === userId;
      setUser(userId);
      if (data) call('set-user-data', { user_data: { ...data, id: userId } });
      else if (!isKnown) call('customer-user-id', { user_id: userId });
    },
    signUp(userId, data, fields) {
      if (isDenied()) return;
      setUser(userId);
      call('trigger', { ...fields, user_data: { ...data, id: userId } });
    },
    track: (event_name, event_data, event_id) => call('capture-event', { event_name, event_data, event_id }),
    payment: (payment) => call('capture-payment', { ...payment }),
    refund: (payment_id) => call('remove-captured-payment', { payment_id }),
    page: (view) => call('page-view', view),
    screen: (screen_name, event_data) => call('screen-view', { screen_name, event_data }),
    consent(given) {
      const state = read();
      const c = { ...state.c, ...given };
      write({ ...state, c });
      const fields = { consent: consentOf({ c }) };
      if (!isDenied()) return call('consent', fields);
      caller.clear();
      // Who was known is reported as withdrawn; of who was not, nothing is sent.
      if (state.i) queue.add('consent', caller.bodyOf(state, fields));
      if (options.forgets) write({ c });
    },
    call,
    active() {
      if (!isDenied()) caller.active();
    },
    complete: caller.complete,
    reset(install) {
      const { u, ...state } = read();
      write(install ? { c: state.c } : state);
    },
    flush: queue.flush,
    leave: queue.leave,
    stats: queue.stats,
    installId: () => read().i || null,
    isDenied,
  };
}
