export { changeOf, changeWords, type MetricChange } from '@trailmark/contract/change-of';
