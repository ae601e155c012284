import type { CouponNetwork } from '@trailmark/contract/coupons';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';

const CALL = `{
  "event_id": "a-unique-id",
  "type": "redeemed",
  "coupon_code": "HOLI-7KQM",
  "occurred_at": "2026-11-16T10:00:00Z",
  "order_id": "A-1001",
  "amount": "499.00",
  "currency": "INR",
  "user": { "hashed_email": "<SHA-256>", "gaid": "<advertising id>" }
}`;

const curlSample = ({ endpoint }: CouponNetwork) => `BODY='${CALL}'
ID="msg_$(uuidgen)"; TIME=$(date +%s)
KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | xxd -p -c 256)
SIGNATURE=$(printf '%s.%s.%s' "$ID" "$TIME" "$BODY" \\
  | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)

curl -X POST '${endpoint}' \\
  -H 'content-type: application/json' \\
  -H "webhook-id: $ID" -H "webhook-timestamp: $TIME" \\
  -H "webhook-signature: v1,$SIGNATURE" \\
  --data-binary "$BODY"`;

const nodeSample = ({ endpoint }: CouponNetwork) => `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.TRAILMARK_COUPON_SECRET); // whsec_…
const body = JSON.stringify(${CALL.replaceAll('\n', '\n  ').trim()});
const [id, sentAt] = [\`msg_\${crypto.randomUUID()}\`, new Date()];

// 202: it is stored. Send it again, with the same event_id, after 429, 5xx or no answer.
await fetch('${endpoint}', {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': webhook.sign(id, sentAt, body),
  },
  body,
});`;

/** What the network has to build, with its own address in it. */
export function GuideCard({ network }: { network: CouponNetwork }) {
  return (
    <Card>
      <CardHeader
        title="How the network reports redemptions"
        description="No coupon network publishes a format, so this is our own. A call is signed by the Standard Webhooks rules with the secret of the network, and says that a code was issued, redeemed or reversed."
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <CodeBlock label="curl" code={curlSample(network)} />
        <CodeBlock label="Node.js with standardwebhooks" code={nodeSample(network)} />
      </CardBody>
    </Card>
  );
}
