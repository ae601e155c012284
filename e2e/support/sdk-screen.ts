import { expect } from '@playwright/test';
import { getProjectToken } from '@trailmark/contract/keys';
import type { People } from './people.ts';

/** The SDK screen of a new project, which has the project's own token. */
export async function openSdkScreen(people: People) {
  const visitor = await people.visitor();
  const { page, call } = visitor;
  const { project_id } = await people.project(visitor);
  const { token } = await call(getProjectToken, { query: { project_id } });
  await page.goto(`/sdk?p_id=${project_id}`);
  await expect(page.getByLabel('SDK token', { exact: true })).toHaveValue(token);
  return { page, call, project_id, token };
}
