/** What an error of a network means for us. */
export interface NetworkError {
  /** `bad_token`, `forbidden`: somebody has to connect again. `busy`: the same succeeds later. */
  meaning: 'bad_token' | 'forbidden' | 'busy' | 'refused';
  /** For a person to read: what the network said, and what to do where we know it. */
  words: string;
}
