/**
 * Returns a function that saves values one after the other: while one is being written, only the newest of the
 * following is kept. Its promise resolves when the newest value so far is saved, and rejects with the error of `write`
 * if that one could not be; that value is not tried again. An error of a value that a newer one follows is ignored.
 */
export function createSaver<T>(write: (value: T) => Promise<void>): (value: T) => Promise<void> {
  let next: { value: T } | null = null
  let running: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    try {
      while (next !== null) {
        const { value } = next
        next = null
        try {
          await Promise.resolve(value).then(write)
        } catch (error) {
          if (next === null) throw error
        }
      }
    } finally {
      running = null
    }
  }

  return (value) => {
    next = { value }
    running ??= writeAll()
    return running
  }
}
