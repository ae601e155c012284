// Written by hand, so that they can be asked for before the contract is there.
export const VERIFY_URL = '/api/user/verify';

export const projectUrl = (projectId: string) => `/api/project?project_id=${encodeURIComponent(projectId)}`;
