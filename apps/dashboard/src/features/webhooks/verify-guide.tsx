import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';

const SAMPLE = `import express from 'express';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.TRAILMARK_WEBHOOK_SECRET); // whsec_…

express()
  // The raw body: what is parsed and written again has another signature.
  .post('/webhooks/trailmark', express.raw({ type: 'application/json' }), (request, response) => {
    try {
      const message = webhook.verify(request.body, request.headers);
      console.log(message.type, message.data);
      response.sendStatus(204);
    } catch {
      response.sendStatus(400);
    }
  })
  .listen(3000);`;

/** How an endpoint knows that a message is from us. */
export function VerifyGuide() {
  return (
    <Card>
      <CardHeader
        title="Verify that a message is from Trailmark"
        description="Every message is signed by the Standard Webhooks rules, which libraries of most languages know. The header webhook-id is the same for every attempt: by it you recognise a message that comes twice."
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <CodeBlock label="Node.js with standardwebhooks" code={SAMPLE} />
        <p className="max-w-[72ch] text-sm text-text-2">
          Answer with a status from 200 to 299 within a few seconds, and do the work afterwards. Anything else
          is tried again for about three days; 410 ends it, and the endpoint needs attention here.
        </p>
      </CardBody>
    </Card>
  );
}
