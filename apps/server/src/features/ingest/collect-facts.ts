import { isVisitKind } from '@trailmark/core/metrics/counters';
import type { Fact, Group, Item, Step } from '../../pipeline/group.ts';
import { occurredAt } from '../../pipeline/occurred-at.ts';
import { newId } from '../../platform/ids.ts';

/** Names that begin with $ are ours; apps cannot send them. */
function nameAndKind(item: Item): Pick<Fact, 'kind' | 'name' | 'isOther'> | null {
  if (item.call === 'open' || item.call === 'deep_link') return { kind: 'open', name: '$open' };
  if (item.call === 'signup') {
    // The app says that it is somebody who has signed up before.
    const isLogin = item.user?.isFirstTime === false;
    return isLogin ? { kind: 'event', name: '$login' } : { kind: 'signup', name: '$signup' };
  }
  if (item.call === 'event' && item.event) {
    return { kind: 'event', name: item.event.name, isOther: item.event.isOther ?? false };
  }
  return isVisitKind(item.call) ? { kind: item.call, name: `$${item.call}` } : null;
}

/** Whether something that happened then is a conversion. */
const isDecided = ({ decisions }: Group, install: Fact['install'], at: Date) =>
  decisions.some((one) => one.install === install && one.inForceFrom.getTime() === at.getTime());

function factOf(group: Group, item: Item): Fact | null {
  const named = nameAndKind(item);
  if (!named) return null;
  const install = group.installOf(item);
  const at = occurredAt(item, install);
  if (group.withoutFact.has(item) && !isDecided(group, install, at)) return null;
  // Written out: copying from one object to the next costs more than all the rest here.
  return {
    id: newId(at),
    item,
    install,
    kind: named.kind,
    name: named.name,
    isOther: named.isOther ?? false,
    key: item.key,
    occurredAt: at,
    userId: item.user?.id ?? item.userId ?? install.userId,
    amount: null,
    currency: null,
    data: item.event?.data ?? null,
  };
}

/** What the group says happened, as rows to be; installs are decided by now, so that times are known. */
export const collectFacts: Step = async (_tx, group) => {
  for (const item of group.items) {
    const fact = factOf(group, item);
    if (fact) group.facts.push(fact);
  }
};
