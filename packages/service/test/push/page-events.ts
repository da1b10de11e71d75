/** Requests of Meta about the Page `1045`, as the documentation shapes them. */
export const pageId = '1045'
export const postId = `${pageId}_1`

/** The beginning of what happens on the Page, in seconds: later than every read of a test that does not move the clock. */
export const begin = Math.floor(Date.now() / 1000) + 3600

export interface PageBody {
  object: 'page'
  entry: object[]
}

/**
 * A change of a comment, posted `at` seconds after the beginning.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/reference/page (read 2026-11-23)
 */
export function feed(verb: string, id: string, at: number, value: object = {}): PageBody {
  const written = ['add', 'edited'].includes(verb)
  const more = written && {
    from: { id: '77', name: 'Robin Example' },
    message: `comment ${id}`,
    post_id: postId,
    parent_id: postId,
    created_time: begin + Number(id.split('_').at(-1)),
  }
  const change = { field: 'feed', value: { item: 'comment', verb, comment_id: id, ...more, ...value } }
  return { object: 'page', entry: [{ id: pageId, time: begin + at, changes: [change] }] }
}

/**
 * An event of a conversation with the user `77`, `at` milliseconds after the beginning.
 * @see https://developers.facebook.com/docs/messenger-platform/reference/webhook-events (read 2026-11-23)
 */
function messaging(event: object, at: number, isOwn = false): PageBody {
  const [page, user] = [{ id: pageId }, { id: '77' }]
  const [sender, recipient] = isOwn ? [page, user] : [user, page]
  const whole = { sender, recipient, timestamp: begin * 1000 + at, ...event }
  return { object: 'page', entry: [{ id: pageId, time: begin * 1000 + at, messaging: [whole] }] }
}

export const text = (mid: string, at: number) => messaging({ message: { mid, text: `text ${mid}` } }, at)
export const echo = (mid: string, at: number) =>
  messaging({ message: { mid, text: `text ${mid}`, is_echo: true } }, at, true)
export const delivered = (at: number, mids?: string[]) =>
  messaging({ delivery: { watermark: begin * 1000 + at, ...(mids && { mids }) } }, at + 5)
export const read = (at: number) => messaging({ read: { watermark: begin * 1000 + at } }, at + 5)

/** Several requests as Meta would batch them into one. */
export function batched(bodies: readonly PageBody[]): PageBody {
  return { object: 'page', entry: bodies.flatMap(({ entry }) => entry) }
}
