const WARN_FROM = 0.9;

/** Calm until a tenth is left; then a person should look. */
export function meterTone(used: number, pool: number): 'accent' | 'warn' | 'bad' {
  if (used >= pool) return 'bad';
  return used >= pool * WARN_FROM ? 'warn' : 'accent';
}
