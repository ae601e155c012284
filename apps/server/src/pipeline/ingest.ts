import type { Group, Unit } from './group.ts';

/** The door to the pipeline: whatever is added is on disk when it answers. */
export interface Ingest {
  add(unit: Unit): Promise<Group>;
}
