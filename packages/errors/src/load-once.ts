/**
 * Returns a function that calls `load`, with the arguments of its first call, and then returns the same promise. After a
 * failure, the next call loads again. An `import()` costs as much as a small request, even of a module that was imported
 * before.
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
