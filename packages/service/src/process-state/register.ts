/** A register that reads secrets of one kind (API keys or dashboard sessions) by their hash. */
export interface Register<T> {
  find(hash: Buffer): Promise<T | undefined>
  /**
   * Reads the secret in a query that is shared with other calls, a moment later (`gatherLookups`). Undefined if the
   * secret does not exist or the query is full.
   */
  findTogether(hash: Buffer): Promise<T | undefined>
}
