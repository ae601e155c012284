import { Link, type LinkProps } from '@tanstack/react-router';
import type { ConnectionHealth } from '@trailmark/contract/connections';
import type { ComponentProps, ReactNode } from 'react';
import { describeFailure } from '../failures/describe-failure.ts';
import { Dot } from '../ui/dot.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Skeleton, SkeletonText } from '../ui/skeleton.tsx';
import { Tag } from '../ui/tag.tsx';
import { lateSince } from '../words/connection-words.ts';
import { ConnectionMark } from './connection-mark.tsx';
import { useProject } from './current-project.tsx';

interface IntegrationCardProps extends Pick<LinkProps, 'to' | 'params'> {
  kind: ComponentProps<typeof ConnectionMark>['kind'];
  title: string;
  state: ReactNode;
  children: ReactNode;
}

/** One integration among others; the whole card leads to its page. */
export function IntegrationCard({ kind, title, to, params, state, children }: IntegrationCardProps) {
  return (
    <li className="relative grid min-h-[124px] min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-lg border border-line bg-panel p-4 transition-colors hover:border-line-strong hover:bg-hover">
      <div className="flex items-center gap-3">
        <ConnectionMark kind={kind} />
        <h4 className="min-w-0 flex-1 font-semibold">
          <Link to={to} params={params} className="rounded-lg after:absolute after:inset-0 after:rounded-lg">
            {title}
          </Link>
        </h4>
        {state}
      </div>
      <div className="grid gap-1.5 text-sm text-text-2">{children}</div>
    </li>
  );
}

interface IntegrationSectionProps {
  title: string;
  busy: boolean;
  children: ReactNode;
}

/** Integrations of a sort. */
export function IntegrationSection({ title, busy, children }: IntegrationSectionProps) {
  return (
    <section aria-label={title} aria-busy={busy} className="grid gap-2.5">
      <h3 className="text-sm font-medium text-text-2">{title}</h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,330px),1fr))] gap-3">{children}</ul>
    </section>
  );
}

export function IntegrationCardLoading() {
  return (
    <li
      aria-hidden
      className="grid min-h-[124px] grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-lg border border-line bg-panel p-4"
    >
      <div className="flex items-center gap-3">
        <Skeleton className="size-9 rounded-md" />
        <Skeleton className="w-24" />
        <Skeleton className="ml-auto h-5 w-20" />
      </div>
      <SkeletonText lines={2} />
    </li>
  );
}

interface IntegrationCardFailedProps extends Omit<IntegrationCardProps, 'state' | 'children'> {
  error: unknown;
}

/** Its page says more, and can be tried again there. */
export function IntegrationCardFailed({ error, ...card }: IntegrationCardFailedProps) {
  const { title } = describeFailure(error, navigator.onLine);
  return (
    <IntegrationCard {...card} state={<Tag tone="bad">Not loaded</Tag>}>
      <p>
        We couldn’t load {card.title}. {title}.
      </p>
      <NextStep>Open it to try again</NextStep>
    </IntegrationCard>
  );
}

/** For the eye: the whole card is the link. */
export function NextStep({ children }: { children: string }) {
  return (
    <p aria-hidden className="font-medium text-accent">
      {children}
    </p>
  );
}

export function LastDelivery({ at }: { at: string | null | undefined }) {
  const { timezone } = useProject();
  if (!at) return null;
  return (
    <p className="pl-3.5 text-text-3">
      Last delivery <RelativeTime at={at} timeZone={timezone} />
    </p>
  );
}

export function latestDelivery(connections: readonly ConnectionHealth[]): string | undefined {
  return connections
    .flatMap(({ last_delivered_at }) => last_delivered_at ?? [])
    .sort()
    .at(-1);
}

export const isLate = (health: ConnectionHealth) =>
  health.state === 'active' && lateSince(health, new Date()) !== null;

/** The one of several that somebody should look at first. */
export function worstOf(connections: readonly ConnectionHealth[]): ConnectionHealth | undefined {
  return (
    connections.find(({ state }) => state === 'attention') ??
    connections.find(isLate) ??
    connections.find(({ state }) => state === 'active') ??
    connections[0]
  );
}

const count = new Intl.NumberFormat('en');

interface HealthSumProps {
  connections: readonly ConnectionHealth[];
  /** How many they are, such as "3 endpoints". */
  subject: string;
}

/** How several connections of a sort are doing together. */
export function HealthSum({ connections, subject }: HealthSumProps) {
  const sum = (key: 'delivered' | 'waiting' | 'rejected') =>
    connections.reduce((total, health) => total + health[key], 0);
  const rejected = sum('rejected');
  const isUrgent = connections.some((health) => health.state === 'attention' || isLate(health));
  return (
    <p className="num flex items-baseline gap-2">
      <Dot tone={isUrgent ? 'warn' : sum('delivered') > 0 ? 'good' : 'off'} className="relative -top-px" />
      <span>
        {subject}, {count.format(sum('delivered'))} delivered since yesterday,{' '}
        {sum('waiting') === 0 ? 'none' : count.format(sum('waiting'))} waiting
        {rejected > 0 && <span className="text-bad">, {count.format(rejected)} refused</span>}
      </span>
    </p>
  );
}
