// Mails show the same words as screens, so they come from the contract.
export {
  axisValue,
  drawable,
  formatValue,
  fullValue,
  NO_VALUE,
  type Value,
  type ValueStyle,
} from '@trailmark/contract/format-value';
