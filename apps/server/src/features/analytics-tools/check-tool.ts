import { TOOLS, type Tool, type ToolSettings } from '@trailmark/contract/analytics-tools';
import { checkRequest, judgeCheck } from '@trailmark/core/destinations/check-credentials';
import { blackOut } from '../../connections/black-out.ts';
import { type Credentials, destinationOf } from '../../connections/destination-of.ts';
import { createSendRequest } from '../../connections/send-request.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { checkUrl } from '../../platform/outbound.ts';

/** Refuses what the tool does not know, by the field that is wrong. */
export function checkFields(
  { env }: Kit,
  tool: Tool,
  { settings, credentials }: { settings: ToolSettings; credentials: Credentials },
): void {
  const { regions, ownHost, label, credentials: needed } = TOOLS[tool];
  if (settings.host !== null) {
    if (!ownHost) throw badField('settings.host', `cannot be chosen for ${label}`);
    try {
      checkUrl(env, new URL(settings.host));
    } catch (error) {
      throw badField('settings.host', `cannot be used: ${(error as Error).message}`);
    }
  }
  if (!Object.hasOwn(regions, settings.region)) {
    throw badField('settings.region', `is not one of ${Object.keys(regions).join(', ')}`);
  }
  for (const [name, { label: what, pattern }] of Object.entries(needed)) {
    const value = credentials[name] ?? '';
    if (value === '') throw badField(`credentials.${name}`, 'is required');
    if (!pattern.test(value)) throw badField(`credentials.${name}`, `is not a ${what} of ${label}`);
  }
  const unknown = Object.keys(credentials).find((name) => !Object.hasOwn(needed, name));
  if (unknown !== undefined) throw badField(`credentials.${unknown}`, `is not a credential of ${label}`);
}

/** Asks the tool whether it accepts the credentials. */
export async function checkCredentials(
  { env, clock }: Kit,
  tool: Tool,
  given: { settings: ToolSettings; credentials: Credentials },
): Promise<void> {
  const now = clock.now();
  const { destination, config, secrets } = destinationOf(tool, {
    ...given,
    now,
    versions: env.networkVersions,
  });
  const request = checkRequest(destination, config, now);
  if (!request) throw new Error(`${tool} cannot be checked.`);
  const verdict = judgeCheck(await createSendRequest(env, { isTool: true })(request));
  if (verdict === 'accepted') return;
  const { label, credentials } = TOOLS[tool];
  if ('unclear' in verdict) {
    const words = blackOut(verdict.unclear, secrets);
    throw new AppError('unavailable', `${label} could not check these credentials: ${words}.`);
  }
  const field = `credentials.${Object.keys(credentials).at(-1)}`;
  throw new AppError('validation_failed', `${label} does not accept these credentials.`, {
    [field]: `is not accepted: ${blackOut(verdict.refused, secrets)}. Check the region as well.`,
  });
}
