import type { Tx } from '../db/connection.ts';
import { type Found, foundOn, type Shelf } from './found.ts';
import type { Question } from './question.ts';
import { addNotes, orNotes } from './rates.ts';
import { readCohorts } from './read-cohorts.ts';
import { readDays, readEvents } from './read-days.ts';
import { readDistinct } from './read-distinct.ts';
import { readOwned } from './read-owned.ts';
import { readSpend } from './read-spend.ts';

/** Adds up what a question asks for, and reads nothing else. Within a snapshot all of it is of one moment. */
export async function readSums(tx: Tx, question: Question): Promise<Found> {
  const shelf: Shelf = new Map();
  const ofDays = await readDays(tx, question, shelf);
  await readOwned(tx, question, shelf);
  await readEvents(tx, question, shelf);
  const ofCohorts = await readCohorts(tx, question, shelf);
  const ofSpend = await readSpend(tx, question, shelf);
  await readDistinct(tx, question, shelf);
  return foundOn(shelf, question, addNotes(orNotes(ofDays, ofCohorts), ofSpend));
}
