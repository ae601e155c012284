import { currencyOptions } from '../projects/currency-options.ts';

/** Made once: there are hundreds of them. */
export const CURRENCIES = currencyOptions('en');
