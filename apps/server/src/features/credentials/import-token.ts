import { type ImportedToken, MAX_IMPORTED_TOKENS } from '@trailmark/contract/keys';
import type { Actor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { presentToken } from './present.ts';
import { deleteImportedToken, insertImportedToken, listImportedTokens, lockTokens } from './store.ts';

interface TokenOfProject {
  projectId: string;
  token: string;
}

function taken(reason: string): AppError {
  return new AppError('conflict', `The token ${reason}.`, { token: reason });
}

/**
 * Takes over the token that apps were built with for another provider. It is public, so that nobody can prove to own
 * it: the first project has it, and an operator can release it.
 */
export async function importToken(
  kit: Kit,
  actor: Actor,
  { projectId, token }: TokenOfProject,
): Promise<ImportedToken> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    await lockTokens(tx, projectId);
    const before = await listImportedTokens(tx, projectId);
    if (before.some((one) => one.token === token)) throw taken('is already a token of this project');
    if (before.length >= MAX_IMPORTED_TOKENS) {
      throw new AppError(
        'conflict',
        `A project takes over at most ${MAX_IMPORTED_TOKENS} tokens. Remove one first.`,
      );
    }
    const row = { token, created_at: now };
    if (!(await insertImportedToken(tx, projectId, row))) {
      throw taken('is in use by another project here; ask the operator of this installation to release it');
    }
    await recordChange(tx, now, { projectId, actor, action: 'token.imported', target: token });
    await announce(tx, { kind: 'project', projectId });
    return presentToken(row);
  });
}

/** Removes a token that was taken over, from one project or, for an operator, from whichever has it. */
export async function removeImportedToken(
  kit: Kit,
  actor: Actor,
  { token, projectId }: { token: string; projectId?: string },
): Promise<TokenOfProject> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const owner = await deleteImportedToken(tx, { token, projectId });
    if (owner === null) throw new AppError('not_found', 'We couldn’t find this imported token.');
    await recordChange(tx, now, { projectId: owner, actor, action: 'token.removed', target: token });
    await announce(tx, { kind: 'project', projectId: owner });
    return { token, projectId: owner };
  });
}
