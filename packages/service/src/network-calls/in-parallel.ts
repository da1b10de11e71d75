/**
 * Calls `work` for each entry of a list, for at most `max` at the same time, and returns the results in the order of
 * the list. Without the limit, a long list would take up all database connections of the process.
 * @throws the first error of `work`; the calls for other entries are not stopped
 */
export async function inParallel<T, R>(
  list: readonly T[],
  { max, work }: { max: number; work: (entry: T) => Promise<R> },
): Promise<R[]> {
  const results: R[] = []
  const entries = list.entries()
  async function next(): Promise<void> {
    for (const [index, entry] of entries) results[index] = await work(entry)
  }
  await Promise.all(Array.from({ length: Math.min(max, list.length) }, next))
  return results
}
