/**
 * Returns a function that calls `load` once and returns the same promise to every call. After a failure, the next call
 * loads again. Use it for each repeated `import()`, which costs as much as a small request even if the module was
 * imported before.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
