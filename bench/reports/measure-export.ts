import { performance } from 'node:perf_hooks';
import { memoryMb } from '../machine.ts';

export interface Exported {
  rows: number;
  bytes: number;
  writeSeconds: number;
  downloadSeconds: number;
  /** At most, in each part of the time: constant if a longer file would take no more. */
  memoryMb: { before: number; firstHalf: number; secondHalf: number; download: number };
}

interface Session {
  url: string;
  token: string;
  projectId: string;
}

async function call<Answer>(session: Session, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${session.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session.token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const json = (await answer.json()) as { data: Answer; msg: string };
  if (!answer.ok) throw new Error(`${method} ${path}: ${json.msg}`);
  return json.data;
}

interface ExportState {
  export_id: string;
  state: string;
  rows: number;
  bytes: number;
  problem: string | null;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function untilDone(session: Session, id: string): Promise<ExportState> {
  for (;;) {
    const all = await call<ExportState[]>(session, 'GET', `/project/exports?project_id=${session.projectId}`);
    const mine = all.find((one) => one.export_id === id);
    if (mine?.state === 'done') return mine;
    if (!mine || mine.state === 'failed') throw new Error(`The export failed: ${mine?.problem}`);
    await pause(200);
  }
}

async function download(session: Session, id: string): Promise<number> {
  const body = { project_id: session.projectId, export_id: id };
  const { url } = await call<{ url: string }>(session, 'POST', '/project/export/download', body);
  const answer = await fetch(new URL(url, session.url));
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
  return bytes;
}

/** Writes events of some days to a file and fetches it, and looks at the memory of the server all the while. */
export async function measureExport(
  session: Session,
  pid: number,
  range: { from: string; to: string },
): Promise<Exported> {
  const before = memoryMb(pid) ?? 0;
  const seen: { at: number; mb: number }[] = [];
  const watch = setInterval(() => seen.push({ at: performance.now(), mb: memoryMb(pid) ?? 0 }), 100);
  const mostOf = (from: number, to: number) =>
    Math.max(0, ...seen.filter(({ at }) => at >= from && at < to).map(({ mb }) => mb));
  try {
    const begun = performance.now();
    const exportRequest = { project_id: session.projectId, ...range, kind: 'events', format: 'csv' };
    const { export_id: id } = await call<ExportState>(session, 'POST', '/project/export', exportRequest);
    const { rows } = await untilDone(session, id);
    const written = performance.now();
    const bytes = await download(session, id);
    const ended = performance.now();
    const half = (begun + written) / 2;
    const [firstHalf, secondHalf] = [mostOf(begun, half), mostOf(half, written)];
    return {
      rows,
      bytes,
      memoryMb: { before, firstHalf, secondHalf, download: mostOf(written, ended) },
      writeSeconds: (written - begun) / 1000,
      downloadSeconds: (ended - written) / 1000,
    };
  } finally {
    clearInterval(watch);
  }
}
