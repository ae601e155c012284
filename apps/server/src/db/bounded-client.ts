import pg from 'pg';

/** What the name of a statement begins with whose text follows what is asked for. */
export const REPEATED = 'r_';
/** A plan takes memory of the connection that has it. Reports as the dashboard asks for them have about fifty texts. */
export const MOST_REPEATED = 60;

interface Parsed {
  /** By name, the text of what this connection has prepared. */
  parsedStatements: Record<string, string>;
}

/** A connection that keeps so many repeated statements prepared, those that were used last. */
export class BoundedClient extends pg.Client {
  /** Their names, the one that was used last at the end. */
  readonly #used = new Set<string>();

  // The ways to call it are many, and stay as they are: https://node-postgres.com/apis/client#clientquery
  // biome-ignore lint/suspicious/noExplicitAny: see above
  override query(query: any, ...rest: any[]): any {
    const send = () => super.query(query, ...(rest as []));
    const name: unknown = query?.name;
    if (typeof name !== 'string' || !name.startsWith(REPEATED)) return send();
    this.#used.delete(name);
    this.#used.add(name);
    const [oldest] = this.#used;
    if (oldest === undefined || this.#used.size <= MOST_REPEATED) return send();
    return this.#forget(oldest).then(send);
  }

  async #forget(name: string): Promise<void> {
    const { parsedStatements } = (this as unknown as { connection: Parsed }).connection;
    this.#used.delete(name);
    // It was refused when it was sent for the first time, or not sent at all.
    if (parsedStatements[name] === undefined) return;
    try {
      await super.query(`deallocate "${name}"`);
      delete parsedStatements[name];
    } catch {
      // The transaction has failed, and so will the statement that it is done for. It is tried with the next one.
      this.#used.add(name);
    }
  }
}
