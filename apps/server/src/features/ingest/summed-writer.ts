/** However much is noted, it is written down once in this time. */
const PAUSE_MS = 2000;

interface SummedWriterOptions<Note> {
  keyOf(note: Note): string;
  /** A note together with the earlier one of the same key. */
  add(note: Note, before: Note): Note;
  write(notes: Note[]): Promise<void>;
  onFailure(error: unknown): void;
}

/** Notes that are summed in process and written down now and then. What cannot be written is left out. */
export interface SummedWriter<Note> {
  note(note: Note): void;
  stop(): Promise<void>;
}

export function createSummedWriter<Note>(options: SummedWriterOptions<Note>): SummedWriter<Note> {
  const waiting = new Map<string, Note>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const notes = [...waiting.values()];
    if (notes.length === 0) return;
    waiting.clear();
    await options.write(notes).catch(options.onFailure);
  };
  return {
    note(note) {
      const key = options.keyOf(note);
      const before = waiting.get(key);
      waiting.set(key, before === undefined ? note : options.add(note, before));
      timer ??= setTimeout(() => {
        timer = null;
        writing = write();
      }, PAUSE_MS).unref();
    },
    stop: async () => {
      if (timer) clearTimeout(timer);
      await writing;
      await write();
    },
  };
}
