/**
 * Returns a function that saves values one after the other: while one is being written, only the newest of the
 * following is kept. Its promise resolves when everything so far is saved, and rejects with the error of `write`; that
 * value is not tried again.
 */
export function createSaver<T>(write: (value: T) => Promise<void>): (value: T) => Promise<void> {
  let next: { value: T } | null = null
  let running: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    while (next !== null) {
      const { value } = next
      next = null
      await write(value)
    }
  }

  function start(): Promise<void> {
    return writeAll().finally(() => {
      running = next === null ? null : start()
    })
  }

  return (value) => {
    next = { value }
    running ??= start()
    return running
  }
}
