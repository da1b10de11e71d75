/** Where secrets of one kind are found by their hash. */
export interface Register<T> {
  find(hash: Buffer): Promise<T | undefined>
  /** Finds it in a query that all who ask so share, a moment later; undefined as well when too many ask. */
  findTogether(hash: Buffer): Promise<T | undefined>
}
