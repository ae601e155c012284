import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Mailbox } from './mailbox.ts';

export type SmtpReceiver = { port: number; stop(): Promise<void> };

const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function receive(mailbox: Mailbox, stream: SMTPServerDataStream, session: SMTPServerSession) {
  const raw = await buffer(stream);
  if (stream.sizeExceeded) throw refusal(552, 'Message is too large');
  if (mailbox.takeRefusal()) throw refusal(451, 'Try again later');
  const { mailFrom, rcptTo } = session.envelope;
  const from = mailFrom ? mailFrom.address : '';
  await mailbox.deliver(raw, { from, to: rcptTo.map(({ address }) => address) });
}

export async function startSmtpReceiver(mailbox: Mailbox, port: number): Promise<SmtpReceiver> {
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    closeTimeout: 500,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anyone' }),
    onRcptTo: ({ address }, _session, callback) => {
      const bounces = address.toLowerCase().endsWith('@bounce.example');
      callback(bounces ? refusal(550, 'No such mailbox') : null);
    },
    onData: (stream, session, callback) => {
      receive(mailbox, stream, session).then(() => callback(null), callback);
    },
  });
  // A client that hangs up half-way is its own affair; without a listener its error would end the process.
  smtp.on('error', () => undefined);
  const server = smtp.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}
