import { expect, it } from 'vitest';
import { emptyCampaign } from '../form/campaign-values.ts';
import { typedDraft } from './typed-draft.ts';

it('previews whole addresses, and leaves out what is only half typed', () => {
  const typed = {
    ...emptyCampaign(),
    desktop_redirect: 'kite.example',
    ios_web_redirect: 'https://',
    android_web_redirect: 'javascript:alert(1)',
    ios_store_listing_id: '0195a5a0-0000-7000-8000-000000000001',
    deep_link: ' kite://offer ',
  };
  expect(typedDraft(typed)).toEqual({
    desktop_redirect: 'https://kite.example',
    ios_web_redirect: null,
    android_web_redirect: null,
    ios_store_listing_id: '0195a5a0-0000-7000-8000-000000000001',
    android_store_listing_id: null,
    deep_link: 'kite://offer',
  });
});
