/** Looks up secrets of one kind by their hash. */
export interface Register<T> {
  find(hash: Buffer): Promise<T | undefined>
  /**
   * Looks up the secret in a batched query, up to 200 ms later. Returns undefined if the secret is unknown or the batch
   * is full.
   */
  findTogether(hash: Buffer): Promise<T | undefined>
}
