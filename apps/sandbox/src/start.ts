import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { ZodError, z } from 'zod';
import { type Analytics, createAnalytics } from './analytics/analytics.ts';
import { mountAnalytics } from './analytics/analytics-routes.ts';
import { type AdServices, createAdServices } from './apple/adservices.ts';
import { ADSERVICES_PATH, mountAdServices } from './apple/adservices-routes.ts';
import { mountDns } from './dns/dns-routes.ts';
import { type DnsServer, startDnsServer } from './dns/dns-server.ts';
import { createZone, type Zone } from './dns/zone.ts';
import { indexPage } from './index-page.ts';
import { mountInbox } from './mail/inbox-routes.ts';
import { createMailbox, type Mailbox } from './mail/mailbox.ts';
import { type SmtpReceiver, startSmtpReceiver } from './mail/smtp-receiver.ts';
import { mountOpenid } from './openid/openid-routes.ts';
import { createPeople, type People } from './openid/people.ts';
import { createProvider, MOUNT_PATH, mountProvider, OIDC_CLIENT } from './openid/provider.ts';
import { mountReceiverControl } from './receivers/control-routes.ts';
import { mountReceivers, TOOLS_PATH, WEBHOOKS_PATH } from './receivers/receiver-routes.ts';
import { createReceivers, type Receivers } from './receivers/receivers.ts';

export type SandboxOptions = {
  /** 0, the default, takes a free port. */
  httpPort?: number | undefined;
  smtpPort?: number | undefined;
  dnsPort?: number | undefined;
  /** Callbacks to accept besides /api/login/google/callback on any loopback port. */
  redirectUris?: string[];
  analyticsToken?: string;
  /** What the faults of receivers are drawn by. */
  seed?: string;
};

export type Sandbox = {
  httpUrl: string;
  smtpUrl: string;
  /** ip:port, for UDP and TCP. */
  dnsServer: string;
  issuer: string;
  analyticsUrl: string;
  analyticsToken: string;
  adServicesUrl: string;
  /** A request for a tool goes here, with its host as the first part of the path. */
  toolsUrl: string;
  /** With a name after it, the endpoint of a webhook. */
  webhooksUrl: string;
  oidcClient: { id: string; secret: string };
  mailbox: Mailbox;
  analytics: Analytics;
  people: People;
  zone: Zone;
  adServices: AdServices;
  receivers: Receivers;
  stop(): Promise<void>;
};

/** The parts that the HTTP server mounts. */
type Parts = {
  people: People;
  mailbox: Mailbox;
  analytics: Analytics;
  zone: Zone;
  adServices: AdServices;
  receivers: Receivers;
  smtp: SmtpReceiver;
  dns: DnsServer;
};

// The issuer contains the port, so that the server listens before its parts can be made.
async function listen(port: number) {
  let handle: RequestListener = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1' }).end();
  };
  const server = createServer((request, response) => handle(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    server,
    url,
    open(listener: RequestListener) {
      handle = listener;
    },
  };
}

function createApp(): FastifyInstance {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ZodError) return reply.code(400).send({ error: z.prettifyError(error) });
    throw error;
  });
  return app;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

async function startHttp(
  { people, mailbox, analytics, zone, adServices, receivers, smtp, dns }: Parts,
  { httpPort = 0, redirectUris = [] }: SandboxOptions,
) {
  const { server, url, open } = await listen(httpPort);
  const issuer = `${url}${MOUNT_PATH}`;
  const smtpUrl = `smtp://127.0.0.1:${smtp.port}`;
  const dnsServer = `127.0.0.1:${dns.port}`;
  const provider = await createProvider(people, { issuer, redirectUris });
  const app = createApp();
  app.get('/', async (_request, reply) =>
    reply.type('text/html').send(indexPage({ issuer, smtpUrl, dnsServer })),
  );
  mountOpenid(app, { people, provider });
  mountInbox(app, mailbox);
  mountAnalytics(app, analytics);
  mountDns(app, zone);
  mountAdServices(app, adServices);
  mountReceivers(app, receivers);
  mountReceiverControl(app, receivers);
  await app.ready();

  const serveProvider = mountProvider(provider);
  open((request, response) => {
    const path = request.url ?? '/';
    const isProviders = path.startsWith(`${MOUNT_PATH}/`) && !path.startsWith(`${MOUNT_PATH}/interaction/`);
    if (isProviders) return serveProvider(request, response);
    app.routing(request, response);
  });
  return { url, issuer, smtpUrl, dnsServer, stop: () => Promise.all([close(server), app.close()]) };
}

/** The parts with a port of their own; when one cannot start, the other does not stay. */
async function startPorts({ mailbox, zone }: { mailbox: Mailbox; zone: Zone }, options: SandboxOptions) {
  const smtp = await startSmtpReceiver(mailbox, options.smtpPort ?? 0);
  try {
    return { smtp, dns: await startDnsServer(zone, options.dnsPort ?? 0) };
  } catch (error) {
    await smtp.stop();
    throw error;
  }
}

/** Starts the stand-ins for the outside world on 127.0.0.1. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const people = createPeople();
  const mailbox = createMailbox();
  const analytics = createAnalytics(options.analyticsToken ?? 'sandbox-analytics-token');
  const zone = createZone();
  const adServices = createAdServices();
  const receivers = createReceivers(options.seed === undefined ? {} : { seed: options.seed });
  const { smtp, dns } = await startPorts({ mailbox, zone }, options);
  let stopped: Promise<void> | undefined;
  try {
    const parts = { people, mailbox, analytics, zone, adServices, receivers, smtp, dns };
    const http = await startHttp(parts, options);
    return {
      httpUrl: http.url,
      smtpUrl: http.smtpUrl,
      dnsServer: http.dnsServer,
      issuer: http.issuer,
      analyticsUrl: `${http.url}/analytics`,
      analyticsToken: analytics.token,
      adServicesUrl: `${http.url}${ADSERVICES_PATH}`,
      toolsUrl: `${http.url}${TOOLS_PATH}`,
      webhooksUrl: `${http.url}${WEBHOOKS_PATH}`,
      oidcClient: { ...OIDC_CLIENT },
      mailbox,
      analytics,
      people,
      zone,
      adServices,
      receivers,
      stop() {
        stopped ??= Promise.all([http.stop(), smtp.stop(), dns.stop()]).then(() => undefined);
        return stopped;
      },
    };
  } catch (error) {
    await Promise.all([smtp.stop(), dns.stop()]);
    throw error;
  }
}
