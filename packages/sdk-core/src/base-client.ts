import { guard } from './guard.ts';
import { createId } from './ids.ts';
import type { Ports } from './ports.ts';
import { createQueue, type Queue, type QueueOptions } from './queue.ts';
import { safeStorage } from './safe-storage.ts';
import type { BatchCall, Consent, Payment, Properties, UserData } from './wire.ts';

/** What is kept between starts, by short names: it is stored in every browser. */
export interface State {
  /** The id of the install, or of the visitor. */
  i?: string;
  /** The id of the person. */
  u?: string;
  c?: Consent;
  /** The id of the session. */
  s?: string;
  /** When the session was last active. */
  t?: number;
  /** The first and the last touch of a visitor, which the browser SDK keeps. */
  f?: unknown[];
}

export interface BaseOptions extends Omit<QueueOptions, 'isDenied'> {
  /** What is taken for consent until `consent` is called. */
  consent?: Consent;
  /** Every day, by UTC, the install is a new one. Consent and what waits to be sent are kept. */
  cookieless?: boolean;
  /** Fields that every call carries: platform, device_data; `occurred_at` where it is not now. */
  context?(): Properties;
  /** A session begins; called before its first call, with the stored state. Returns further fields of `session-start`. */
  onSession?(state: State): Properties | undefined;
}

/** What every app does. */
export interface Methods {
  /** Names the person who uses this install, without counting a sign-up. */
  identify(userId: string, data?: UserData): void;
  /** A person signed up, or signed in with `is_first_time_user: false`. Further fields are those of `trigger`. */
  signUp(userId: string, data?: UserData, fields?: Properties): void;
  /** Something happened. The same event_id is counted once. */
  track(name: string, data?: Properties, eventId?: string): void;
  payment(payment: Payment): void;
  /** Takes back a payment. */
  refund(paymentId: string): void;
  /** What the person allows from now on. */
  consent(consent: Consent): void;
  /** The person signed out. With `true` the install is forgotten too, and the next call is of a new one. */
  reset(install?: boolean): void;
  flush: Queue['flush'];
}

export interface BaseClient {
  methods: Methods;
  queue: Queue;
  /**
   * Goes on with the session, or begins one: after 30 minutes without activity, or with `isNew`. Undefined while
   * analytics_storage is denied.
   */
  active(isNew?: unknown, call?: string): State | undefined;
  isDenied(): boolean;
  read(): State;
  write(state: State): void;
  consentOf(): Consent;
  /** A body with the fields that every call carries. */
  bodyOf(state: State, fields?: Properties): Properties;
  /** Adds a call about a person, who is the one that uses the install from then on. */
  person(call: BatchCall, userId: string, data?: UserData, fields?: Properties): void;
  /** Adds a call to the queue, if it is allowed; undefined if not. */
  enqueue(call: BatchCall, fields?: Properties): State | undefined;
}

/** Where the state is stored. The queue and what SDKs add have keys that begin with it. */
export const KEY = 'tm';
const SESSION_MS = 18e5;
const DAY_MS = 864e5;

/** The client of the wire, with what the browser needs. Everything is stored first and sent in batches. */
export function createBaseClient(ports: Ports, options: BaseOptions): BaseClient {
  const storage = safeStorage(ports.storage);
  const newId = () => createId(ports.random);
  // Read every time: another tab may have changed it.
  const read = (): State => {
    // Corrupted text is nothing.
    const state: State = { ...guard(JSON.parse)(storage.get(KEY) as string) };
    // By whole days.
    return options.cookieless && ((state.t as number) / DAY_MS) ^ (ports.now() / DAY_MS)
      ? { c: state.c }
      : state;
  };
  const write = (state: State) => storage.set(KEY, JSON.stringify(state));
  const consentOf = (c = read().c): Consent => ({ ...options.consent, ...c });
  const isDenied = () => consentOf().analytics_storage === 'denied';
  const queue = createQueue({ ...ports, storage }, { ...options, isDenied });
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
    if (begins) queue.add('session-start', bodyOf(state, options.onSession?.(state)));
    return state;
  };
  const bodyOf = (state: State, fields?: Properties): Properties => ({
    occurred_at: new Date(ports.now()),
    ...options.context?.(),
    install_instance_id: state.i,
    session_id: state.s,
    user_id: state.u,
    ...fields,
    event_id: fields?.event_id || newId(),
  });
  const call = (name: BatchCall, fields?: Properties) => {
    const state = active(0, name);
    if (state) queue.add(name, bodyOf(state, fields));
    return state;
  };
  const person = (name: BatchCall, id: string, data?: UserData, fields?: Properties) => {
    if (call(name, { ...fields, user_data: { ...data, id }, user_id: id })) write({ ...read(), u: id });
  };
  const methods: Methods = {
    identify(userId, data) {
      if (data || read().u !== userId) person('set-user-data', userId, data);
    },
    signUp: (...values) => person('trigger', ...values),
    track: (event_name, event_data, event_id) => call('capture-event', { event_name, event_data, event_id }),
    payment: (payment) => call('capture-payment', payment as Payment & Properties),
    refund: (payment_id) => call('remove-captured-payment', { payment_id }),
    consent(given) {
      const state = read();
      const c = { ...state.c, ...given };
      const fields = { consent: consentOf(c) };
      write({ ...state, c });
      if (call('consent', fields)) return;
      queue.clear();
      // Who was known is reported as withdrawn; of who was not, nothing is sent.
      if (state.i) queue.add('consent', bodyOf(state, fields));
    },
    reset: (install) => write(install ? { c: read().c } : { ...read(), u: undefined }),
    flush: queue.flush,
  };
  return { methods, queue, active, isDenied, read, write, consentOf, bodyOf, person, enqueue: call };
}
