import type { ExternalWriteRow } from '../schema/external-write.ts'
import { writePayload } from './hinted-write.ts'

/** The `NOTIFY` channel for new jobs in the queue, on which graphile-worker listens. */
const jobChannel = 'jobs:insert'

/** The `NOTIFY` channel for changes of a write's status. `hintedWrite` reads the payload. */
export const writeChannel = 'external_write'

/** The `NOTIFY` channel for new events in a feed. The payload is the id of the organization. */
export const feedChannel = 'event'

/** The `NOTIFY` channel for due deliveries to webhook endpoints. The payload is empty. */
export const deliveryChannel = 'webhook_delivery'

/**
 * Notifies processes of changes that they would otherwise notice at their next poll. Hints are sent after the commit of
 * the change, and can be lost.
 */
export interface Hints {
  /** Announces that `count` jobs can be taken from the queue. */
  jobs(count: number): void
  /** Announces that the status of an external write has changed. `row` is the row after the change. */
  write(row: ExternalWriteRow): void
  /** Announces that the feed of an organization has new events. */
  feed(organizationId: string): void
  /** Announces that deliveries to webhook endpoints are due. */
  deliveries(): void
  /** Announces, to this process only, that events were stored that have no position in the feed yet. */
  events(): void
}

/**
 * The statement that sends hints: `NOTIFY` messages about changes that polls would find later. `$1` is an array of
 * channels, `$2` an array with the payload for each channel. The commit does not wait for the disk, as nothing is
 * stored.
 */
export const hintText = `select pg_notify(channel, payload), set_config('synchronous_commit', 'off', true)
  from unnest($1::text[], $2::text[]) as hint (channel, payload)`

/**
 * Gathers hints, without duplicates, until they can be sent. For the hints of a transaction, call `moveTo` after the
 * commit, with the `Hints` that sends them; after a rollback, drop this object.
 */
export class GatheredHints implements Hints {
  #jobs = 0
  readonly #writes = new Map<string, ExternalWriteRow>()
  readonly #feeds = new Set<string>()
  #deliveries = false
  #events = false

  jobs(count: number): void {
    this.#jobs += count
  }

  write(row: ExternalWriteRow): void {
    this.#writes.set(row.id, row)
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

  /** Passes all gathered hints to `hints`. */
  moveTo(hints: Hints): void {
    if (this.#jobs > 0) hints.jobs(this.#jobs)
    for (const row of this.#writes.values()) hints.write(row)
    for (const id of this.#feeds) hints.feed(id)
    if (this.#deliveries) hints.deliveries()
    if (this.#events) hints.events()
  }

  /** Returns the gathered hints, except those of `events`, as values of `hintText`. */
  values(): [channels: string[], payloads: string[]] {
    const hints = [
      ...(this.#jobs > 0 ? [[jobChannel, JSON.stringify({ count: this.#jobs })] as const] : []),
      ...[...this.#writes.values()].map((row) => [writeChannel, writePayload(row)] as const),
      ...[...this.#feeds].map((id) => [feedChannel, id] as const),
      ...(this.#deliveries ? [[deliveryChannel, ''] as const] : []),
    ]
    return [hints.map(([channel]) => channel), hints.map(([, payload]) => payload)]
  }
}

/**
 * Creates a `Hints` that announces changes to other processes (by `NOTIFY`) at once, one statement at a time: changes
 * announced while a statement is in flight share the next statement. If a statement fails, its hints are dropped, as
 * polls find the changes.
 * @param send sends `hintText` with these values (channels and payloads), outside of any transaction
 * @param onEvents called for `Hints.events`, which notifies this process only
 */
export function sendHints(
  send: (values: readonly unknown[]) => Promise<unknown>,
  onEvents: () => void = () => {},
): Hints {
  let waiting = new GatheredHints()
  let isSending = false
  async function sendAll(): Promise<void> {
    isSending = true
    for (let values = waiting.values(); values[0].length > 0; values = waiting.values()) {
      waiting = new GatheredHints()
      try {
        await send(values)
      } catch {
        // A poll finds what these hints are about.
      }
    }
    isSending = false
  }
  function announce(add: (hints: Hints) => void): void {
    add(waiting)
    if (!isSending) sendAll().catch(() => {})
  }
  return {
    jobs: (count) => announce((hints) => hints.jobs(count)),
    write: (row) => announce((hints) => hints.write(row)),
    feed: (organizationId) => announce((hints) => hints.feed(organizationId)),
    deliveries: () => announce((hints) => hints.deliveries()),
    events: onEvents,
  }
}
