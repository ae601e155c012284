import { expect, it } from 'vitest';
import { metricOf } from './metrics.ts';

const textsOf = (key: string) => {
  const { label, formula } = metricOf(key, 'app') ?? {};
  return [label, formula];
};

it('calls our own events by their names for people, everywhere', () => {
  expect(textsOf('event:$signup')).toEqual(['Sign-up', 'Sign-up events']);
  expect(textsOf('event_attributed:$signup')).toEqual([
    'Sign-up, attributed',
    'Sign-up events that are credited to a campaign',
  ]);
  expect(textsOf('event_unique:$payment_failed')).toEqual([
    'Payment failed, first time',
    'Installs that sent Payment failed for the first time ever',
  ]);
  expect(textsOf('event_cost:$signup')).toEqual([
    'Cost per sign-up',
    'Spend ÷ sign-up events that are credited to a campaign',
  ]);
});

it('leaves the names of an app as they are', () => {
  expect(textsOf('event:Add_to_cart')).toEqual(['Add_to_cart', 'Events named Add_to_cart']);
  expect(textsOf('event_cost:Add_to_cart')).toEqual([
    'Cost per Add_to_cart',
    'Spend ÷ events named Add_to_cart that are credited to a campaign',
  ]);
  expect(textsOf('event:$unknown')[0]).toBe('$unknown');
});
