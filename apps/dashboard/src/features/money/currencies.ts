import { currencyOptions } from '../../words/currency-options.ts';

/** Made once: there are hundreds of them. */
export const CURRENCIES = currencyOptions('en');
