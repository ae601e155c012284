export { contributionWords } from '@trailmark/contract/contribution-words';
