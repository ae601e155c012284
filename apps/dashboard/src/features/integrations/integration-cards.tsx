import { Link } from '@tanstack/react-router';
import { TOOLS, type Tool } from '@trailmark/contract/analytics-tools';
import type { ConnectionHealth } from '@trailmark/contract/connections';
import type { ReactNode } from 'react';
import { ConnectionMark } from '../../project/connection-mark.tsx';
import { ConnectionStateTag, HealthLine } from '../../project/connection-state.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Dot } from '../../ui/dot.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import { lateSince } from '../../words/connection-words.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { asSentence } from '../../words/delivery-words.ts';
import { TOOL_TEXT } from './tool-fields.ts';

interface IntegrationCardProps {
  kind: ConnectionHealth['kind'];
  /** The link that the whole card is. */
  title: ReactNode;
  state: ReactNode;
  children: ReactNode;
}

function IntegrationCard({ kind, title, state, children }: IntegrationCardProps) {
  return (
    <li className="relative grid min-h-[124px] min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-lg border border-line bg-panel p-4 transition-colors hover:border-line-strong hover:bg-hover">
      <div className="flex items-center gap-3">
        <ConnectionMark kind={kind} />
        <h3 className="min-w-0 flex-1 font-semibold">{title}</h3>
        {state}
      </div>
      <div className="grid gap-1.5 text-sm text-text-2">{children}</div>
    </li>
  );
}

/** Its link covers the whole card. */
const COVER = 'rounded-lg after:absolute after:inset-0 after:rounded-lg';

/** `health` of a tool that is connected. */
export function ToolCard({ tool, health }: { tool: Tool; health?: ConnectionHealth | undefined }) {
  const mayEdit = useMay()('connections.edit');
  return (
    <IntegrationCard
      kind={tool}
      title={
        <Link to="/integrations/$kind" params={{ kind: tool }} className={COVER}>
          {TOOLS[tool].label}
        </Link>
      }
      state={health ? <ConnectionStateTag state={health.state} /> : <Tag>Not connected</Tag>}
    >
      {health ? (
        <Connected health={health} />
      ) : (
        <>
          <p>{TOOL_TEXT[tool]}</p>
          {mayEdit && <NextStep>Connect</NextStep>}
        </>
      )}
    </IntegrationCard>
  );
}

/** For the eye: the whole card is the link. */
function NextStep({ children }: { children: string }) {
  return (
    <p aria-hidden className="font-medium text-accent">
      {children}
    </p>
  );
}

function LastDelivery({ at }: { at: string | null | undefined }) {
  const { timezone } = useProject();
  if (!at) return null;
  return (
    <p className="pl-3.5 text-text-3">
      Last delivery <RelativeTime at={at} timeZone={timezone} />
    </p>
  );
}

function Connected({ health }: { health: ConnectionHealth }) {
  const { state, reason, last_delivered_at } = health;
  return (
    <>
      {state === 'attention' && reason && <p className="break-words text-warn">{asSentence(reason)}</p>}
      <HealthLine health={health} />
      <LastDelivery at={last_delivered_at} />
    </>
  );
}

const isLate = (health: ConnectionHealth) =>
  health.state === 'active' && lateSince(health, new Date()) !== null;

/** Those that need a person first, then those that are late. */
function worstOf(webhooks: readonly ConnectionHealth[]): ConnectionHealth | undefined {
  return (
    webhooks.find(({ state }) => state === 'attention') ??
    webhooks.find(isLate) ??
    webhooks.find(({ state }) => state === 'active') ??
    webhooks[0]
  );
}

function latestOf(webhooks: readonly ConnectionHealth[]): string | undefined {
  return webhooks
    .flatMap(({ last_delivered_at }) => last_delivered_at ?? [])
    .sort()
    .at(-1);
}

/** All endpoints of one's own in one card. */
export function WebhooksCard({ webhooks }: { webhooks: readonly ConnectionHealth[] }) {
  const mayEdit = useMay()('connections.edit');
  const worst = worstOf(webhooks);
  return (
    <IntegrationCard
      kind="webhook"
      title={
        <Link to="/webhooks" className={COVER}>
          Webhooks
        </Link>
      }
      state={worst ? <ConnectionStateTag state={worst.state} /> : <Tag>No endpoint</Tag>}
    >
      {worst ? (
        <>
          <WebhookLines webhooks={webhooks} />
          <LastDelivery at={latestOf(webhooks)} />
        </>
      ) : (
        <>
          <p>Signed messages to your own systems, or to Slack.</p>
          {mayEdit && <NextStep>Add an endpoint</NextStep>}
        </>
      )}
    </IntegrationCard>
  );
}

const count = new Intl.NumberFormat('en');

function WebhookLines({ webhooks }: { webhooks: readonly ConnectionHealth[] }) {
  const sum = (key: 'delivered' | 'waiting' | 'rejected') =>
    webhooks.reduce((total, health) => total + health[key], 0);
  const rejected = sum('rejected');
  const isUrgent = webhooks.some((health) => health.state === 'attention' || isLate(health));
  return (
    <p className="num flex items-baseline gap-2">
      <Dot tone={isUrgent ? 'warn' : sum('delivered') > 0 ? 'good' : 'off'} className="relative -top-px" />
      <span>
        {countInWords(webhooks.length, 'endpoint')}, {count.format(sum('delivered'))} delivered since
        yesterday, {sum('waiting') === 0 ? 'none' : count.format(sum('waiting'))} waiting
        {rejected > 0 && <span className="text-bad">, {count.format(rejected)} refused</span>}
      </span>
    </p>
  );
}

/** All coupon and affiliate networks in one card. */
export function CouponsCard({ networks }: { networks: readonly ConnectionHealth[] }) {
  const mayEdit = useMay()('connections.edit');
  const worst = worstOf(networks);
  return (
    <IntegrationCard
      kind="JIO_COUPONS"
      title={
        <Link to="/integrations/jio_coupons" className={COVER}>
          Coupons and affiliates
        </Link>
      }
      state={worst ? <ConnectionStateTag state={worst.state} /> : <Tag>No postback</Tag>}
    >
      {worst ? (
        <Connected health={worst} />
      ) : (
        <>
          <p>Codes that are credited when they are redeemed, and postbacks to any affiliate.</p>
          {mayEdit && <NextStep>Set up</NextStep>}
        </>
      )}
    </IntegrationCard>
  );
}
