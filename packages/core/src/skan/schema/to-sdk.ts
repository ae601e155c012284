import type { SkanSchema } from '@trailmark/contract/skan-bases';
import { listValues, type ValueRow } from './conditions.ts';
import { measuredHours } from './encode.ts';

/** What an app may show or check: it computes nothing from it, since the server answers with values. */
export interface SdkSchema {
  version: number;
  measurement_window_hours: number;
  install_value: 0 | 1;
  values: ValueRow[];
}

/** A schema for apps. */
export const toSdk = (schema: SkanSchema, version: number): SdkSchema => ({
  version,
  measurement_window_hours: measuredHours(schema),
  install_value: schema.install_value,
  values: listValues(schema).filter(({ coarse }) => coarse !== null),
});
