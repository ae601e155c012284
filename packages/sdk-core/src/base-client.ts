import { createId } from './ids.ts';
import type { Ports } from './ports.ts';
import { createQueue, type Queue, type QueueOptions } from './queue.ts';
import { readJson, type SafeStorage, safeStorage } from './safe-storage.ts';
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

export interface BaseOptions extends Omit<QueueOptions, 'key' | 'beforeSend'> {
  /** `WEB`, `IOS` or `ANDROID`. */
  platform: string;
  /** What is taken for consent until `consent` is called. */
  consent?: Consent;
  /** Fields that every call carries, such as device_data. */
  context?(): Properties;
  /** A session begins; called before its first call. Returns further fields of `session-start`. */
  onSession?(): Properties | undefined;
}

/** What every app does. */
export interface Methods {
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
  /** What the person allows from now on. */
  consent(consent: Consent): void;
  /** The person signed out. With `true` the install is forgotten too, and the next call is of a new one. */
  reset(install?: boolean): void;
  flush: Queue['flush'];
}

export interface BaseClient {
  methods: Methods;
  queue: Queue;
  storage: SafeStorage;
  /** Goes on with the session, or begins one: after 30 minutes without activity, or with `isNew`. */
  active(isNew?: boolean): void;
  isDenied(): boolean;
  read(): State;
  /** A body with the fields that every call carries, or undefined while analytics_storage is denied. */
  complete(call?: string, fields?: Properties): Properties | undefined;
  /** Adds a call about a person, who is the one that uses the install from then on. */
  person(call: BatchCall, userId: string, data?: UserData, fields?: Properties): void;
  /** Adds a call to the queue, if it is allowed. */
  enqueue(call: BatchCall, fields?: Properties): void;
}

/** Where the state is stored. The queue and what SDKs add have keys that begin with it. */
export const KEY = 'tm';
export const QUEUE_KEY = 'tm.q';
const SESSION_MS = 18e5;

/** Who, in which session, and whether it is allowed: what every call begins with. */
function createCaller(ports: Ports, options: BaseOptions) {
  const storage = safeStorage(ports.storage);
  const newId = () => createId(ports.random);
  // Read every time: another tab may have changed it.
  const read = (): State => ({ ...readJson<State>(storage, KEY) });
  const write = (state: State) => storage.set(KEY, JSON.stringify(state));
  const consentOf = (c = read().c): Consent => ({ ...options.consent, ...c });
  const isDenied = () => consentOf().analytics_storage === 'denied';
  const queue = createQueue(
    { ...ports, storage },
    { ...options, key: QUEUE_KEY, beforeSend: () => isDenied() && queue.clear() },
  );
  /** The state with an install and a session, if that is allowed; a new session says so first, but never before `init`. */
  const active = (isNew?: unknown, call?: string): State | undefined => {
    if (isDenied()) return;
    const state = read();
    const at = ports.now();
    const begins = call !== 'init' && (isNew || !(at - (state.t as number) < SESSION_MS && state.s));
    state.i ||= newId();
    state.t = at;
    if (begins) state.s = newId();
    write(state);
    if (begins) queue.add('session-start', bodyOf(state, options.onSession?.()));
    return state;
  };
  const bodyOf = (state: State, fields: Properties = {}): Properties => ({
    ...options.context?.(),
    install_instance_id: state.i,
    platform: options.platform,
    session_id: state.s,
    user_id: state.u,
    occurred_at: new Date(ports.now()),
    ...fields,
    event_id: fields.event_id || newId(),
  });
  const complete = (name?: string, fields?: Properties) => {
    const state = active(0, name);
    return state && bodyOf(state, fields);
  };
  const call = (name: BatchCall, fields?: Properties) => {
    const body = complete(name, fields);
    if (body) queue.add(name, body);
  };
  return { storage, read, write, consentOf, isDenied, queue, active, bodyOf, complete, enqueue: call };
}

/** The client of the wire, with what the browser needs. Everything is stored first and sent in batches. */
export function createBaseClient(ports: Ports, options: BaseOptions): BaseClient {
  const caller = createCaller(ports, options);
  const { read, write, consentOf, isDenied, queue, enqueue: call } = caller;
  const person = (name: BatchCall, id: string, data?: UserData, fields?: Properties) => {
    if (isDenied()) return;
    call(name, { ...fields, user_data: { ...data, id }, user_id: id });
    write({ ...read(), u: id });
  };
  return {
    ...caller,
    person,
    methods: {
      init: (fields) => call('init', { consent: consentOf(), ...fields }),
      identify(userId, data) {
        if (data || read().u !== userId) person('set-user-data', userId, data);
      },
      signUp: (...values) => person('trigger', ...values),
      track: (event_name, event_data, event_id) =>
        call('capture-event', { event_name, event_data, event_id }),
      payment: (payment) => call('capture-payment', payment as Payment & Properties),
      refund: (payment_id) => call('remove-captured-payment', { payment_id }),
      page: (view) => call('page-view', view),
      consent(given) {
        const state = read();
        const c = { ...state.c, ...given };
        const fields = { consent: consentOf(c) };
        write({ ...state, c });
        if (!isDenied()) return call('consent', fields);
        queue.clear();
        // Who was known is reported as withdrawn; of who was not, nothing is sent.
        if (state.i) queue.add('consent', caller.bodyOf(state, fields));
      },
      reset(install) {
        const { u, ...state } = read();
        write(install ? { c: state.c } : state);
      },
      flush: queue.flush,
    },
  };
}
