/** A resource that takes long to start and is therefore started when it is first needed. */
export interface FirstUse<T> {
  /**
   * Returns the resource. The first call starts it; calls during the start wait. After a failed start, the next call
   * tries again.
   * @throws StartError if the resource cannot be started, or has been closed
   */
  get(): Promise<T>
  /** Closes the resource, also if it is still starting. It is not started again. */
  close(): Promise<void>
}

/** Thrown if a resource that a call needs cannot be started. The message says why. */
export class StartError extends Error {}

/**
 * Creates a resource that starts with the first call of `get`.
 * @param name the name of the resource, with which the message of a `StartError` begins
 * @param start starts the resource; before it rejects, it has to close everything that it has opened
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
