/** The channel on which workers are told that jobs can be taken; graphile-worker listens on it. */
const jobChannel = 'jobs:insert'

/** The channel on which the id of a write whose status has changed is announced. */
export const writeChannel = 'external_write'

/**
 * Wakes up processes that would otherwise notice a change at their next poll. A hint follows the commit of what it is
 * about, and can be lost.
 */
export interface Hints {
  /** Jobs can be taken. */
  jobs(count: number): void
  /** The status of an external write has changed. */
  write(id: string): void
}

/** The statement that sends hints. It does not wait for the disk, as it stores nothing. */
export const hintText = `select pg_notify(channel, payload), set_config('synchronous_commit', 'off', true)
  from unnest($1::text[], $2::text[]) as hint (channel, payload)`

/** Hints that are not sent yet. */
class Gathered implements Hints {
  #jobs = 0
  readonly #writes = new Set<string>()

  get isEmpty(): boolean {
    return this.#jobs === 0 && this.#writes.size === 0
  }

  jobs(count: number): void {
    this.#jobs += count
  }

  write(id: string): void {
    this.#writes.add(id)
  }

  /** Passes all of them on. */
  moveTo(hints: Hints): void {
    if (this.#jobs > 0) hints.jobs(this.#jobs)
    for (const id of this.#writes) hints.write(id)
    this.#jobs = 0
    this.#writes.clear()
  }

  /** All of them as values of `hintText`. */
  take(): [channels: string[], payloads: string[]] {
    const ids = [...this.#writes]
    const jobs = this.#jobs > 0 ? [JSON.stringify({ count: this.#jobs })] : []
    this.#jobs = 0
    this.#writes.clear()
    return [
      [...jobs.map(() => jobChannel), ...ids.map(() => writeChannel)],
      [...jobs, ...ids],
    ]
  }
}

/** Gathers the hints of a transaction, which may be sent once it is committed. */
export function gatherHints(): Hints & { moveTo(hints: Hints): void } {
  return new Gathered()
}

/**
 * Sends hints, one statement at a time: those that are given meanwhile share the next one. Hints that cannot be sent are
 * dropped, because a poll finds what they are about.
 * @param send sends `hintText` with values on a connection outside of any transaction
 */
export function sendHints(send: (values: readonly unknown[]) => Promise<unknown>): Hints {
  const waiting = new Gathered()
  let isSending = false
  async function sendAll(): Promise<void> {
    isSending = true
    while (!waiting.isEmpty) await send(waiting.take()).catch(() => {})
    isSending = false
  }
  function begin(): void {
    if (!isSending) void sendAll()
  }
  return {
    jobs(count) {
      waiting.jobs(count)
      begin()
    },
    write(id) {
      waiting.write(id)
      begin()
    },
  }
}
