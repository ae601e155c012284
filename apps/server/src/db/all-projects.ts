import { sql } from 'kysely';

/**
 * Marks a statement that is meant for the rows of several projects, which a cluster sends to every node. Only jobs and what is
 * loaded at the start do that; all else compares `project_id` with a parameter, and reaches one node (routed.db.test.ts).
 */
export const ALL_PROJECTS = '/* all projects */';

export const allProjects = sql.raw(ALL_PROJECTS);
