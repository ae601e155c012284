/** What belongs to each project, in the order of their ids: transactions that lock them so never wait in a ring. */
export function byProject<One>(all: readonly One[], projectOf: (one: One) => string): [string, One[]][] {
  const projects = new Map<string, One[]>();
  for (const one of all) {
    const project = projectOf(one);
    const known = projects.get(project);
    if (known) known.push(one);
    else projects.set(project, [one]);
  }
  return [...projects].sort(([one], [other]) => (one < other ? -1 : 1));
}
