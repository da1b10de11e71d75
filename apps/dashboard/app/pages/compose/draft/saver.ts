/**
 * Saves values one after the other: while one is being written, only the newest of those that follow is kept. The
 * returned promise ends when everything so far is saved.
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
