import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import {
  type DecodedPacket,
  decode,
  encode,
  type Packet,
  streamEncode,
  TRUNCATED_RESPONSE,
} from 'dns-packet';
import { answerQuery } from './answer-query.ts';
import type { Zone } from './zone.ts';

export type DnsServer = { port: number; stop(): Promise<void> };

const PLAIN_UDP_BYTES = 512;
const LENGTH_BYTES = 2;
const ATTEMPTS = 20;

function understand(bytes: Buffer): DecodedPacket | null {
  try {
    return decode(bytes);
  } catch {
    // The packet is not a DNS query.
    return null;
  }
}

/** What does not fit into one datagram is cut off: the resolver then asks again over TCP. */
function fitted(query: DecodedPacket, answer: Packet): Buffer {
  const option = query.additionals?.find((one) => one.type === 'OPT');
  const room = option?.type === 'OPT' ? Math.max(option.udpPayloadSize, PLAIN_UDP_BYTES) : PLAIN_UDP_BYTES;
  const whole = encode(answer);
  if (whole.length <= room) return whole;
  return encode({ ...answer, flags: (answer.flags ?? 0) | TRUNCATED_RESPONSE, answers: [], authorities: [] });
}

function serveUdp(zone: Zone, socket: UdpSocket): void {
  socket.on('message', (bytes, { port, address }) => {
    const query = understand(bytes);
    const answer = query && answerQuery(zone, query);
    if (query && answer) socket.send(fitted(query, answer), port, address);
  });
}

function serveTcp(zone: Zone, socket: Socket): void {
  let waiting = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + waiting.readUInt16BE(0);
      if (waiting.length < end) return;
      const query = understand(waiting.subarray(LENGTH_BYTES, end));
      waiting = waiting.subarray(end);
      const answer = query && answerQuery(zone, query);
      if (answer) socket.write(streamEncode(answer));
    }
  });
}

async function bindUdp(port: number): Promise<UdpSocket> {
  const socket = createSocket('udp4');
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

async function bindTcp(server: Server, port: number): Promise<boolean> {
  server.listen(port, '127.0.0.1');
  return await once(server, 'listening').then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      return false;
    },
  );
}

/** UDP and TCP share one number; a free one of the first kind may be taken in the second. */
async function bindBoth(server: Server, port: number): Promise<UdpSocket> {
  for (let attempt = 1; ; attempt += 1) {
    const udp = await bindUdp(port);
    if (await bindTcp(server, udp.address().port)) return udp;
    udp.close();
    if (port !== 0 || attempt === ATTEMPTS) {
      throw Object.assign(new Error(`Port ${port} is taken.`), { code: 'EADDRINUSE' });
    }
  }
}

/** An authoritative DNS server on 127.0.0.1, over UDP and TCP; 0 takes a free port. */
export async function startDnsServer(zone: Zone, port: number): Promise<DnsServer> {
  const connections = new Set<Socket>();
  const tcp = createServer((socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    serveTcp(zone, socket);
  });
  const udp = await bindBoth(tcp, port);
  serveUdp(zone, udp);
  return {
    port: udp.address().port,
    async stop() {
      const closed = Promise.all([once(tcp, 'close'), once(udp, 'close')]);
      tcp.close();
      udp.close();
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
}
