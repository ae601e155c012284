import type { Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import type { Group, InstallState, Item, Payment, Step } from '../../pipeline/group.ts';
import { AppError } from '../../platform/app-error.ts';

/** A page asks for what only an app or a server may have in a project that requires signatures. */
export const notForPages = () =>
  new AppError(
    'signature_invalid',
    'This project requires signatures, and a page cannot sign: do this from your server.',
    { token: 'is of a website, which cannot sign: do this from your server' },
  );

/** An install that an app has opened. */
export const isOpenedByApp = ({ installedAt, platform }: InstallState) =>
  installedAt !== null && platform !== 'web';

type PaymentItem = Item & { payment: Payment };
const isPayment = (item: Item): item is PaymentItem => item.payment !== null;
const keyOf = (type: string, paymentId: string) => `${type} ${paymentId}`;

const findPaymentsOfApps = prepare<{ type: string; payment_id: string }>(`
  select p.type, p.payment_id from payments p
  join installs i on i.project_id = $1::uuid and i.install_id = p.install_id
  where p.project_id = $1::uuid and p.payment_id = any($2::text[]) and i.platform <> 'web'`);

/** The payments among those of pages that are of an app or a server. */
async function listPaymentsOfApps(tx: Tx, { projectId }: Group, pages: Item[]): Promise<Set<string>> {
  const ids = pages.filter(isPayment).map(({ payment }) => payment.paymentId);
  if (ids.length === 0) return new Set();
  const rows = await findPaymentsOfApps(tx, [projectId, [...new Set(ids)]]);
  return new Set(rows.map(({ type, payment_id }) => keyOf(type, payment_id)));
}

/**
 * Where signatures are required, what a page sends is about visitors of the website alone, whichever install, person or
 * payment it names: anybody can take its token from the page. By the installs that are loaded anyway.
 */
export const refuseUnsignedPages: Step = async (tx, group) => {
  const pages = group.items.filter(({ isUnsignedPage }) => isUnsignedPage);
  if (pages.length === 0) return;
  const payments = await listPaymentsOfApps(tx, group, pages);
  for (const item of pages) {
    const { payment } = item;
    const isOfApp = payment !== null && payments.has(keyOf(payment.type, payment.paymentId));
    if (isOfApp || group.installOf(item).platform !== 'web') group.refused.set(item, notForPages());
  }
  if (group.refused.size > 0) group.items = group.items.filter((item) => !group.refused.has(item));
};
