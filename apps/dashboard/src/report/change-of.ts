export { changeOf, changeWords, isChange, type MetricChange } from '@trailmark/contract/change-of';
