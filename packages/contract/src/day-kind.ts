import { z } from 'zod';

export const DAY_KINDS = ['calendar', '24h'] as const;
/** When day n of an install begins: at midnight in the project's zone, or n times 24 hours after it. */
export const DayKind = z.enum(DAY_KINDS);
export type DayKind = z.infer<typeof DayKind>;
