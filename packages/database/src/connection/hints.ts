/** The channel on which workers are told that jobs can be taken; graphile-worker listens on it. */
const jobChannel = 'jobs:insert'

/** The channel on which the id of a write whose status has changed is announced. */
export const writeChannel = 'external_write'

/** The channel on which the id of an organization is announced whose feed of events has grown. */
export const feedChannel = 'event'

/** The channel on which workers are told that events can be delivered to endpoints. */
export const deliveryChannel = 'webhook_delivery'

/**
 * Wakes up processes that would otherwise notice a change at their next poll. A hint follows the commit of what it is
 * about, and can be lost.
 */
export interface Hints {
  /** Jobs can be taken. */
  jobs(count: number): void
  /** The status of an external write has changed. */
  write(id: string): void
  /** The feed of an organization has grown. */
  feed(organizationId: string): void
  /** Deliveries to endpoints are due. */
  deliveries(): void
  /** Events are stored that have no place in a feed yet. This process is told, and no other. */
  events(): void
}

/** The statement that sends hints. It does not wait for the disk, as it stores nothing. */
export const hintText = `select pg_notify(channel, payload), set_config('synchronous_commit', 'off', true)
  from unnest($1::text[], $2::text[]) as hint (channel, payload)`

/** Hints that are not sent yet. */
class Gathered implements Hints {
  #jobs = 0
  readonly #writes = new Set<string>()
  readonly #feeds = new Set<string>()
  #deliveries = false
  #events = false

  get isEmpty(): boolean {
    return this.#jobs === 0 && this.#writes.size === 0 && this.#feeds.size === 0 && !this.#deliveries
  }

  jobs(count: number): void {
    this.#jobs += count
  }

  write(id: string): void {
    this.#writes.add(id)
  }

  feed(organizationId: string): void {
    this.#feeds.add(organizationId)
  }

  deliveries(): void {
    this.#deliveries = true
  }

  events(): void {
    this.#events = true
  }

  /** Passes all of them on. */
  moveTo(hints: Hints): void {
    if (this.#jobs > 0) hints.jobs(this.#jobs)
    for (const id of this.#writes) hints.write(id)
    for (const id of this.#feeds) hints.feed(id)
    if (this.#deliveries) hints.deliveries()
    if (this.#events) hints.events()
    this.#clear()
  }

  /** All of them as values of `hintText`. */
  take(): [channels: string[], payloads: string[]] {
    const hints = [
      ...(this.#jobs > 0 ? [[jobChannel, JSON.stringify({ count: this.#jobs })] as const] : []),
      ...[...this.#writes].map((id) => [writeChannel, id] as const),
      ...[...this.#feeds].map((id) => [feedChannel, id] as const),
      ...(this.#deliveries ? [[deliveryChannel, ''] as const] : []),
    ]
    this.#clear()
    return [hints.map(([channel]) => channel), hints.map(([, payload]) => payload)]
  }

  #clear(): void {
    this.#jobs = 0
    this.#writes.clear()
    this.#feeds.clear()
    this.#deliveries = false
    this.#events = false
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
 * @param onEvents called when events were stored that have no place in a feed yet
 */
export function sendHints(
  send: (values: readonly unknown[]) => Promise<unknown>,
  onEvents: () => void = () => {},
): Hints {
  const waiting = new Gathered()
  let isSending = false
  async function sendAll(): Promise<void> {
    isSending = true
    while (!waiting.isEmpty) {
      try {
        await send(waiting.take())
      } catch {
        // A poll finds what these hints are about.
      }
    }
    isSending = false
  }
  function begin(): void {
    if (!isSending) sendAll().catch(() => {})
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
    feed(organizationId) {
      waiting.feed(organizationId)
      begin()
    },
    deliveries() {
      waiting.deliveries()
      begin()
    },
    events: onEvents,
  }
}
