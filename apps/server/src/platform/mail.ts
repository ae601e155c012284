import { createTransport } from 'nodemailer';
import type { Env } from './env.ts';
import { type MailText, renderHtml, renderText } from './mail-layout.ts';

/** A mail that brings its own layout. */
export interface WholeMail {
  subject: string;
  html: string;
  text: string;
  /** The same for the same mail, so that one which is sent twice is recognised. */
  messageId: string;
  headers: Record<string, string>;
}

export interface Mail {
  /** Throws when the server refuses it; jobs try again. */
  send(to: string, text: MailText): Promise<void>;
  sendWhole(to: string, mail: WholeMail): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 15_000;

function smtpMail(url: string, from: string): Mail {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 2 * TIMEOUT_MS,
  });
  return {
    async send(to, text) {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject: text.subject,
        text: renderText(text),
        html: renderHtml(text),
        headers: { 'auto-submitted': 'auto-generated' },
      });
    },
    async sendWhole(to, { headers, ...mail }) {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        ...mail,
        headers: { ...headers, 'auto-submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}

/** Without SMTP the mail is for the person at the terminal: on stdout only, never in the log. */
function terminalMail(print: (text: string) => void): Mail {
  const rule = '─'.repeat(72);
  const show = (to: string, { subject, text }: { subject: string; text: string }) =>
    print(`\n${rule}\nMail to ${to}: ${subject}\n\n${text}\n${rule}\n`);
  return {
    send: async (to, text) => show(to, { subject: text.subject, text: renderText(text) }),
    sendWhole: async (to, mail) => show(to, mail),
    close: () => {},
  };
}

export function createMail(env: Env, print: (text: string) => void): Mail {
  return env.smtpUrl ? smtpMail(env.smtpUrl, env.mailFrom) : terminalMail(print);
}
