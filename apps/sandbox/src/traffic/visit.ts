import { SECOND } from './calendar.ts';
import type { Random } from './random.ts';
import { COUPONS, PAY_METHODS, PRODUCTS, type Product, SEARCHES } from './shop.data.ts';

export interface AppEvent {
  /** Milliseconds after the beginning of the visit. */
  after: number;
  name: string;
  data?: Record<string, string | number>;
}

export interface Order {
  after: number;
  amount: string;
  currency: 'INR' | 'USD';
  data: Record<string, string | number>;
}

/** One use of the app: what is looked at, put into the basket, and perhaps paid. */
export interface Visit {
  events: AppEvent[];
  order: Order | null;
}

export interface Shopper {
  /** How readily they buy; 1 is usual. */
  buying: number;
  /** Only people with an account can order. */
  canOrder: boolean;
  currency: 'INR' | 'USD';
  /** How large a basket is; 1 is usual. */
  basket: number;
  isFirst: boolean;
}

const PER_DOLLAR = 40;

/** Prices abroad are higher, and in dollars. */
const priced = (rupees: number, currency: 'INR' | 'USD') =>
  currency === 'INR' ? rupees.toFixed(2) : Math.max(1, rupees / PER_DOLLAR).toFixed(2);

const itemData = ({ name, category, price }: Product) => ({ item: name, category, price });

export function createVisit(random: Random, { buying, canOrder, currency, basket, isFirst }: Shopper): Visit {
  let after = random.int(1, 20) * SECOND;
  const events: AppEvent[] = [{ after: 0, name: 'app_open' }];
  const add = (name: string, data?: AppEvent['data']) => {
    events.push(data ? { after, name, data } : { after, name });
    after += random.int(4, 70) * SECOND;
  };
  if (random.chance(isFirst ? 0.6 : 0.22))
    add('search', { query: random.pick(SEARCHES), results: random.int(0, 48) });
  const looks = random.chance(isFirst ? 0.9 : 0.44) ? 1 + Number(random.chance(0.42)) + Number(isFirst) : 0;
  const seen = Array.from({ length: looks }, () => random.weighted(PRODUCTS));
  for (const product of seen) add('view_item', itemData(product));
  const wants = random.chance(Math.min(0.9, (isFirst ? 0.34 : 0.24) * (0.4 + 0.6 * buying)));
  if (!wants) return { events, order: null };
  const products = Array.from({ length: random.int(1, 2) }, () => random.weighted(PRODUCTS));
  for (const product of products) add('add_to_cart', { ...itemData(product), quantity: random.int(1, 3) });
  if (!canOrder || !random.chance(Math.min(0.95, 0.66 * buying))) return { events, order: null };
  const coupon = random.chance(0.2) ? random.pick(COUPONS) : null;
  if (coupon) add('apply_coupon', { code: coupon });
  const rupees = Math.round(random.logNormal(430 * basket, 0.55));
  add('begin_checkout', { items: products.length, value: rupees });
  return {
    events,
    order: {
      after: after + random.int(10, 90) * SECOND,
      amount: priced(rupees, currency),
      currency,
      data: {
        method: random.weighted(PAY_METHODS).name,
        items: products.length,
        ...(coupon ? { coupon } : {}),
      },
    },
  };
}
