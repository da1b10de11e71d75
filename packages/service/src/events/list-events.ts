import { type FeedEvent, type FeedPlace, type FeedRead, feedEnd, readFeed } from '@carillon/database'
import { type EventType, eventTypeNames, profilesOf, selectedEventTypes } from '@carillon/domain'
import { fieldError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { UseCase } from '../request.ts'
import { viewEvent } from './event-view.ts'
import { decodeFeedCursor, encodeFeedCursor } from './feed-cursor.ts'

const defaultLimit = 50
const dayMs = 86_400_000
/** Milliseconds after which the feed is read again even without an announcement. */
const lookAgainMs = 1_000

/**
 * Returns the events after a cursor, oldest first. Waits for the first one if the request says so; nothing is held
 * meanwhile.
 * @throws ServiceError `invalid_request` for an unknown type or a text that is not a cursor, `event_cursor_expired`
 */
export const listEvents: UseCase<'events.list'> = async (context, { grant, target, input, signal }) => {
  const { cursor, types, limit = defaultLimit, wait = 0 } = input.query
  const { organizationId } = grant.scope
  const after = await placeOf(context, organizationId, cursor)
  const { events, place } = await readOrWait(
    context,
    {
      organizationId,
      profileIds: target ? [target.profileId] : profilesOf(grant.scope),
      ...(target?.account && { accountId: target.account.id }),
      ...(types !== undefined && { types: typesIn(types) }),
      after,
      limit: limit + 1,
    },
    { ms: wait * 1_000, signal },
  )
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

/** The oldest event that is certain to be kept may be this old. */
function keptSince({ config, now }: Context): Date {
  return new Date(now().getTime() - config.eventsKeptDays * dayMs)
}

async function placeOf(context: Context, organizationId: string, cursor: string | undefined): Promise<FeedPlace> {
  if (cursor === undefined) return { position: 0, at: keptSince(context) }
  if (cursor !== 'now')
    return decodeFeedCursor(context.encryption, { organizationId, cursor, keptSince: keptSince(context) })
  await context.events.now()
  return feedEnd(context.db)
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

/** The events of a read, and the place up to which the feed was read. */
interface FeedPart {
  events: FeedEvent[]
  place: FeedPlace
}

/** Reads the feed up to its end. The end is read first: what is stored in between is read again, and never skipped. */
async function readPart(context: Context, read: FeedRead): Promise<FeedPart> {
  const end = await feedEnd(context.db)
  const events = await readFeed(context.db, read)
  const last = events.at(-1)
  const isLater = last !== undefined && last.position > end.position
  return { events, place: isLater ? { position: last.position, at: last.storedAt } : end }
}

async function readOrWait(
  context: Context,
  read: FeedRead,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<FeedPart> {
  const until = performance.now() + ms
  await context.events.now()
  // What has been read once and does not match is not read again.
  for (let { after } = read; ; ) {
    const left = until - performance.now()
    const watch = context.feeds.changed(read.organizationId, Math.max(0, Math.min(lookAgainMs, left)))
    try {
      const part = await readPart(context, { ...read, after })
      if (part.events.length > 0 || left <= 0 || signal.aborted) return part
      after = part.place
      await watch.wait()
    } finally {
      watch.stop()
    }
  }
}
