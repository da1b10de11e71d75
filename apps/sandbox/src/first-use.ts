/** Something that takes long to start, and therefore starts when it is needed for the first time. */
export interface FirstUse<T> {
  /**
   * What was started. The first call starts it, and calls during the start wait for the same one. If it fails, the next
   * call tries again.
   * @throws StartError if it cannot be started, and after `close`
   */
  get(): Promise<T>
  /** Closes what was started, also if it is still starting; nothing is started from then on. */
  close(): Promise<void>
}

/** What a call needs has not started; its message says why. */
export class StartError extends Error {}

/**
 * Starts something with its first use.
 * @param name what it is, for the message of a `StartError`
 * @param start starts it; when it fails, it has to leave nothing behind
 */
export function onFirstUse<T extends { close(): Promise<void> }>(name: string, start: () => Promise<T>): FirstUse<T> {
  let starting: Promise<T> | undefined
  let closed = false

  async function begin(): Promise<T> {
    try {
      return await start()
    } catch (cause) {
      starting = undefined
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new StartError(`${name} cannot be started: ${reason}. The next call tries again.`, { cause })
    }
  }

  return {
    async get() {
      if (closed) throw new StartError(`${name} cannot be started: the sandbox is stopping.`)
      starting ??= begin()
      return starting
    },
    async close() {
      closed = true
      const started = await starting?.catch(() => undefined)
      await started?.close()
    },
  }
}
