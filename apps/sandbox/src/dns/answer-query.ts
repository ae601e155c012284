import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  type DecodedPacket,
  type Packet,
  type Question,
} from 'dns-packet';
import { RECORD_TYPES, type Zone, type ZoneType } from './zone.ts';

const NXDOMAIN = 3;
const RCODES = { SERVFAIL: 2, NOTIMP: 4, REFUSED: 5 } as const;
const RECURSION_DESIRED = 1 << 8;
/** Long enough for every honest chain, and an end to one that bites its tail. */
const MAX_STEPS = 16;
/** Nobody keeps what a test may change the next moment. */
const TTL = 0;
const TXT_PIECE = 255;

function asAnswer(name: string, type: ZoneType, value: string): Answer {
  const base = { name, ttl: TTL, class: 'IN' as const };
  if (type !== 'TXT') return { ...base, type, data: value };
  const bytes = Buffer.from(value);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += TXT_PIECE) pieces.push(bytes.subarray(at, at + TXT_PIECE));
  return { ...base, type, data: pieces };
}

/** The records for a question; a CNAME record on the way is included and followed. */
function collect(zone: Zone, queryName: string, type: ZoneType): { answers: Answer[]; last: string } {
  const answers: Answer[] = [];
  let name = queryName;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    answers.push(...zone.find(name, type).map((value) => asAnswer(name, type, value)));
    const [target] = type === 'CNAME' ? [] : zone.find(name, 'CNAME');
    if (!target) break;
    answers.push(asAnswer(name, 'CNAME', target));
    name = target.toLowerCase().replace(/\.$/, '');
  }
  return { answers, last: name };
}

function startOfAuthority(name: string): Answer {
  const data = {
    mname: 'ns.sandbox',
    rname: 'nobody.sandbox',
    serial: 1,
    refresh: 60,
    retry: 60,
    expire: 60,
  };
  return { type: 'SOA', name, ttl: TTL, class: 'IN', data: { ...data, minimum: TTL } };
}

function failed(query: DecodedPacket, rcode: number): Packet {
  return { type: 'response', id: query.id, flags: rcode, questions: query.questions };
}

function answerQuestion(zone: Zone, query: DecodedPacket, question: Question): Packet {
  const type = RECORD_TYPES.find((one) => one === question.type);
  const { answers, last } = type
    ? collect(zone, question.name.toLowerCase(), type)
    : { answers: [], last: question.name };
  const rcode = zone.exists(last) ? 0 : NXDOMAIN;
  const echoed = (query.flags ?? 0) & RECURSION_DESIRED;
  return {
    type: 'response',
    id: query.id,
    flags: AUTHORITATIVE_ANSWER | echoed | rcode,
    questions: query.questions,
    answers,
    authorities: answers.length === 0 ? [startOfAuthority(question.name)] : [],
  };
}

/** The answer of an authoritative server; null when the name is set to stay silent. */
export function answerQuery(zone: Zone, query: DecodedPacket): Packet | null {
  const [question] = query.questions ?? [];
  if (query.type !== 'query' || !question) return failed(query, RCODES.NOTIMP);
  const failure = zone.failureOf(question.name);
  if (failure === 'silence') return null;
  if (failure) return failed(query, RCODES[failure]);
  return answerQuestion(zone, query, question);
}
