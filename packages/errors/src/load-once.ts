/**
 * Returns a function that calls `load` once, with the arguments of its first call, and returns the same promise to
 * every call. After a failure, the next call loads again. Use it for each repeated `import()`, which costs as much as a
 * small request even if the module was imported before.
 */
export function loadOnce<Args extends unknown[], T>(
  load: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  let loading: Promise<T> | undefined
  return (...args) => {
    loading ??= load(...args).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
