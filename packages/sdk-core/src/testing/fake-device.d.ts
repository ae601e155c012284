import type { Ports, Reply, StoragePort } from '../ports.ts';
/** Time that passes only when a test says so. The clock may jump; what is scheduled does not care. */
export declare function createFakeTime(): {
    now: () => number;
    jump(ms: number): void;
    schedule(run: () => void, ms: number): void;
    pass(ms: number): Promise<void>;
};
export type FakeTime = ReturnType<typeof createFakeTime>;
export declare function createFakeStorage(): {
    values: Map<string, string>;
    storage: StoragePort;
};
/** The same numbers for the same seed. */
export declare function createFakeRandom(seed: number): () => number;
/** Ports of a program that can be killed: it then hears of no timer and no answer any more. */
export declare function createFakeDevice(time: FakeTime, { storage, random, send, }: {
    storage: StoragePort;
    random: () => number;
    send: (path: string, text: string) => Promise<Reply>;
}): {
    ports: Ports;
    kill: () => void;
};
