import { readEnvironment } from './environment.ts';

/** The URL of an endpoint of the sandbox, which is there as soon as somebody names it. */
export const endpointUrl = (name: string) => `${readEnvironment().sandboxUrl}/webhooks/${name}`;

async function send(path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${readEnvironment().sandboxUrl}/receivers/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sandbox refused ${path}: ${await answer.text()}`);
}

/** Lets an endpoint answer with a status from now on; null: as it should. Tools serve other tests too: leave them. */
export function answerWith(name: string, status: number | null): Promise<void> {
  return send(`webhook-${name}/faults`, status === null ? [] : [{ answer: status }]);
}

/** Only messages that are signed with this secret are taken. */
export function acceptSecret(name: string, secret: string): Promise<void> {
  return send(`webhook-${name}/credentials`, { secret });
}

interface Received {
  taken: number;
  refused: number;
  received: { status: number | null; body: string }[];
}

/** What a receiver was sent, such as mixpanel. */
export async function receivedBy(name: string): Promise<Received> {
  const answer = await fetch(`${readEnvironment().sandboxUrl}/receivers/${name}`);
  return (await answer.json()) as Received;
}

export const messagesTo = (name: string): Promise<Received> => receivedBy(`webhook-${name}`);
