import { type FeedEvent, type FeedPlace, type FeedRead, feedEnd, readFeed, readNewest } from '@carillon/database'
import {
  type EventType,
  eventTypeNames,
  eventTypes,
  profilesOf,
  readableEventObjects,
  selectedEventTypes,
} from '@carillon/domain'
import { fieldError } from '@carillon/errors'
import { inListTurn, type ListReader } from '../bounded-page.ts'
import type { Context } from '../context.ts'
import type { UseCase } from '../request.ts'
import { viewEvent } from './event-view.ts'
import { decodeFeedCursor, encodeFeedCursor } from './feed-cursor.ts'

const defaultLimit = 50
const dayMs = 86_400_000
/** Milliseconds after which a waiting request reads the feed again even without a notification. */
const lookAgainMs = 1_000

/**
 * Returns the events after a cursor, oldest first; without a cursor, from the oldest event kept; with the cursor `now`,
 * only events that are stored from now on; with `latest`, the newest ones. Events that the API key may not read, by its
 * profiles and scopes, are left out. Returns at most `limit` (by default 50). If none exist, waits up to `wait` seconds
 * (by default not at all) for the first one, without holding a database connection; the list is empty if none arrives.
 * @throws ServiceError `invalid_request` for an unknown event type or an invalid cursor, `event_cursor_expired` for a
 *   cursor older than the events that are kept, `temporarily_unavailable` if too many lists of the organization are
 *   being read
 */
export const listEvents: UseCase<'events.list'> = async (context, { grant, target, input, signal }) => {
  const { cursor, types, limit = defaultLimit, wait = 0 } = input.query
  const { organizationId } = grant.scope
  const after = await placeOf(context, organizationId, cursor)
  const reader = { grant, signal }
  const read: FeedRead = {
    organizationId,
    profileIds: target ? [target.profileId] : profilesOf(grant.scope),
    ...(target?.account && { accountId: target.account.id }),
    ...readableTypes(types === undefined ? undefined : typesIn(types), grant.scopes),
    after,
    limit: limit + 1,
  }
  const newest =
    cursor === 'latest'
      ? await inListTurn(context, reader, () =>
          readNewest(context.db, { ...read, upTo: after, since: keptSince(context), limit }),
        )
      : []
  const { events, place } =
    newest.length > 0 ? { events: newest, place: after } : await readOrWait(context, reader, { read, ms: wait * 1_000 })
  const page = events.slice(0, limit)
  const hasMore = events.length > limit
  const last = page.at(-1)
  const next = hasMore && last ? { position: last.position, at: last.storedAt } : place
  const body = {
    events: page.map(viewEvent),
    cursor: encodeFeedCursor(context.encryption, organizationId, next),
    hasMore,
  }
  return { status: 200, body }
}

/** Returns the time since which all events are certain to be kept. */
function keptSince({ config, now }: Context): Date {
  return new Date(now().getTime() - config.eventsKeptDays * dayMs)
}

async function placeOf(context: Context, organizationId: string, cursor: string | undefined): Promise<FeedPlace> {
  if (cursor === undefined) return { position: 0, at: keptSince(context) }
  if (cursor !== 'now' && cursor !== 'latest')
    return decodeFeedCursor(context.encryption, { organizationId, cursor, keptSince: keptSince(context) })
  await context.events.now()
  return feedEnd(context.db)
}

/**
 * Returns, as the option `types` of the feed, those of the selected types whose objects the key may read. Empty if all
 * types are selected and the key may read them all.
 */
function readableTypes(selected: EventType[] | undefined, scopes: readonly string[]): Pick<FeedRead, 'types'> {
  const objects = readableEventObjects(scopes)
  if (objects === null) return selected ? { types: selected } : {}
  return { types: (selected ?? eventTypeNames).filter((type) => objects.includes(eventTypes[type])) }
}

function typesIn(text: string): EventType[] {
  const selection = text.split(',').map((type) => type.trim())
  const unknown = selection.find((each) => each !== '*' && selectedEventTypes([each]).length === 0)
  if (unknown !== undefined) {
    const message = `${JSON.stringify(unknown)} is not a type of event; the types are ${eventTypeNames.join(', ')}`
    throw fieldError({ path: ['types'], message, whole: 'query' })
  }
  return selectedEventTypes(selection)
}

/** Events of the feed, and the position up to which it was read. */
interface FeedPart {
  events: FeedEvent[]
  place: FeedPlace
}

/**
 * Reads the feed up to its end, if it has grown. The end is read before the events: events stored in between may be
 * read twice, but are never skipped.
 */
async function readPart(context: Context, read: FeedRead): Promise<FeedPart> {
  const end = await feedEnd(context.db)
  if (end.position <= read.after.position) return { events: [], place: end }
  const events = await readFeed(context.db, read)
  const last = events.at(-1)
  const isLater = last !== undefined && last.position > end.position
  return { events, place: isLater ? { position: last.position, at: last.storedAt } : end }
}

/**
 * Reads the feed for a request that has waited, after the reads of other requests of its organization that were woken
 * before. Returns no events if `signal` has aborted.
 */
function inTurn(context: Context, read: FeedRead, signal: AbortSignal): Promise<FeedPart> {
  const nothing = { events: [], place: read.after }
  return context.state.feedReads.take(read.organizationId, async () => {
    return signal.aborted ? nothing : readPart(context, read)
  })
}

async function readOrWait(
  context: Context,
  reader: ListReader,
  { read, ms }: { read: FeedRead; ms: number },
): Promise<FeedPart> {
  const { signal } = reader
  const until = performance.now() + ms
  await context.events.now()
  let hasWaited = false
  // Events that were read and do not match are not read again.
  for (let { after } = read; ; ) {
    const left = until - performance.now()
    const watch = context.feeds.changed(read.organizationId, Math.max(0, Math.min(lookAgainMs, left)))
    try {
      const next = { ...read, after }
      const part = await (hasWaited
        ? inTurn(context, next, signal)
        : inListTurn(context, reader, () => readPart(context, next)))
      if (part.events.length > 0 || left <= 0 || signal.aborted) return part
      after = part.place
      hasWaited = true
      await watch.wait()
    } finally {
      watch.stop()
    }
  }
}
