import {
  createProject,
  deleteProject,
  listProjects,
  restoreProject,
  updateProject,
} from '@trailmark/contract/projects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPerson, buildProject } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('GET /project', () => {
  test('puts the named project first and the others behind it', async () => {
    const { owner, projectId: first } = await buildProject(server, { name: 'First' });
    const { projectId: second } = await buildProject(server, { owner, name: 'Second' });
    const projects = await owner.call(listProjects, { query: { project_id: second } });
    expect(projects.map((project) => project.project_id)).toEqual([second, first]);
  });
});
void [createProject, deleteProject, restoreProject, updateProject, buildPerson, describe];
