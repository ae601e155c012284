import { z } from 'zod';
import type { ToolAction } from '../receivers/tool.ts';
import { dayStartMs } from './account-days.ts';
import type { AdAccount } from './ad-account.ts';
import type { AdNumbersSource } from './ad-numbers.ts';
import type { Tokens } from './tokens.ts';

const CostBody = z.strictObject({
  campaign_id: z.string(),
  day: z.string().refine((day) => dayStartMs(day) !== null, 'is no day'),
  /** In whole units of the account's currency, such as rupees. */
  cost: z.number().min(0),
});
const TokenBody = z.strictObject({ access_token: z.string().min(1).optional() });

/** POST /receivers/<network>/change-cost */
export function changeCost(accounts: readonly AdAccount[], numbers: AdNumbersSource): ToolAction {
  return (body) => {
    const { campaign_id: campaignId, day, cost } = CostBody.parse(body);
    const isKnown = accounts.some(({ campaigns }) => campaigns.some(({ id }) => id === campaignId));
    if (!isKnown) return { status: 404, body: { error: `There is no campaign ${campaignId}.` } };
    numbers.changeCost({ campaignId, day, cost: Math.round(cost * 100) });
    return undefined;
  };
}

/** POST /receivers/<network>/expire-token; without a token, all that were issued. */
export function expireToken(tokens: Tokens, options: { kind?: string } = {}): ToolAction {
  return (body) => {
    tokens.expire(TokenBody.parse(body).access_token ?? null, options);
    return undefined;
  };
}

/** POST /receivers/<network>/revoke-permission */
export function revokePermission(tokens: Tokens, permissions: readonly [string, ...string[]]): ToolAction {
  const Body = z.strictObject({ permission: z.enum(permissions) });
  return (body) => {
    tokens.removeScope(Body.parse(body).permission);
    return undefined;
  };
}
