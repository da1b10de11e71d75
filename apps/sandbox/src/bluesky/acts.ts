import type { PDS } from '@atproto/pds'
import { allowFields } from '../comments/actions.ts'
import type { Network } from '../network.ts'
import { type Person, writeRecord } from './people.ts'
import { callXrpc } from './xrpc.ts'

interface PostRecord {
  uri: string
  cid: string
  value: { reply?: { root: { uri: string; cid: string } } }
}

function readText(body: Record<string, unknown>, field: string, fallback?: string): string {
  const value = body[field] ?? fallback
  if (typeof value !== 'string' || value === '') throw new RangeError(`${field}: a text`)
  return value
}

type Acts = Record<'post' | 'comment' | 'like', Network['person'][string]>

/**
 * Creates the actions of simulated users: `post` `{text?, as?}`, `comment` `{on, text?, as?}` and `like` `{on, as?}`,
 * where `on` (or, for a like, `postId`) is the at-uri of a post and `as` the handle of the acting user. Without `as`,
 * the first user posts, and the second comments and likes; without `text`, a fixed text is used. Each returns the
 * at-uri of the new record as `id` (a comment also in the list `ids`), and its `cid`. They throw a `RangeError` that
 * names an invalid field, and an `Error` for an unknown post.
 */
export function createActs(state: { origin: string; people: Person[]; pds: PDS }): Acts {
  const { origin, people, pds } = state
  async function write(
    body: Record<string, unknown>,
    place: number,
    record: Record<string, unknown> & { $type: string },
  ) {
    const { as } = body
    const person = as === undefined ? people[place] : people.find(({ handle }) => handle === as)
    if (person === undefined) throw new RangeError(`as: ${people.map(({ handle }) => handle).join(', ')}`)
    const { accessJwt: token } = await pds.ctx.accountManager.createSession(person.did, null)
    const dated = { ...record, createdAt: new Date().toISOString() }
    const { uri, cid } = await writeRecord(origin, { did: person.did, token, collection: record.$type, record: dated })
    return { id: uri, cid }
  }

  async function read(uri: string): Promise<PostRecord> {
    const [repo = '', collection = '', rkey = ''] = uri.replace('at://', '').split('/')
    return callXrpc(origin, 'com.atproto.repo.getRecord', { query: { repo, collection, rkey } })
  }

  return {
    post(body) {
      allowFields(body, ['text', 'as'])
      return write(body, 0, { $type: 'app.bsky.feed.post', text: readText(body, 'text', 'Posted in the app') })
    },
    async comment(body) {
      allowFields(body, ['on', 'text', 'as'])
      const { uri, cid, value } = await read(readText(body, 'on'))
      const parent = { uri, cid }
      const reply = { root: value.reply?.root ?? parent, parent }
      const text = readText(body, 'text', 'Well said')
      const written = await write(body, 1, { $type: 'app.bsky.feed.post', text, reply })
      return { ...written, ids: [written.id] }
    },
    async like(body) {
      allowFields(body, ['on', 'postId', 'as'])
      const { uri, cid } = await read(readText(body, body['on'] === undefined ? 'postId' : 'on'))
      return write(body, 1, { $type: 'app.bsky.feed.like', subject: { uri, cid } })
    },
  }
}
