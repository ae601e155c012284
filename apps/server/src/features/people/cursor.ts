import { Instant, StorableId } from '@trailmark/contract/fields';
import { z } from 'zod';
import { createCursor } from '../../platform/cursor.ts';

/** Time and id of the last row of a page: lists of people and journeys are ordered by both. */
export const timeCursor = createCursor(z.tuple([Instant, StorableId]));
