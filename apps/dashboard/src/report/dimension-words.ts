export { countryWords, dimensionKey, networkWords, platformWords } from '@trailmark/contract/dimension-words';
