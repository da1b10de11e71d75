import { drawImage } from '../samples/images.ts'
import { callXrpc } from './xrpc.ts'

/** A simulated user: an account on the data server. */
export interface Person {
  handle: string
  did: `did:${string}:${string}`
  password: string
}

/**
 * The simulated users of Bluesky. If a request names no user, the first one consents and posts, and the second one
 * comments and likes.
 */
const PEOPLE = [
  { handle: 'ada.test', name: 'Ada Lovelace' },
  { handle: 'grace.test', name: 'Grace Hopper' },
  { handle: 'alan.test', name: 'Alan Turing' },
]
const PASSWORD = 'sandbox-password'

async function createPerson(origin: string, { handle, name }: { handle: string; name: string }) {
  const { did, accessJwt } = await callXrpc<{ did: Person['did']; accessJwt: string }>(
    origin,
    'com.atproto.server.createAccount',
    {
      body: { handle, email: `${handle.split('.')[0]}@example.test`, password: PASSWORD },
    },
  )
  const profile = { $type: 'app.bsky.actor.profile', displayName: name }
  await writeRecord(origin, {
    did,
    token: accessJwt,
    collection: 'app.bsky.actor.profile',
    rkey: 'self',
    record: profile,
  })
  return { handle, did, password: PASSWORD, token: accessJwt }
}

interface RecordQuery {
  did: string
  token: string
  collection: string
  rkey?: string
  record: Record<string, unknown>
}

/**
 * Writes a record to a user's repository on the data server and returns its at-uri and CID. With `rkey`, replaces the
 * record with that key or creates it; without, creates a record with a new key.
 * @throws Error if the server rejects the record
 * @see https://docs.bsky.app/docs/api/com-atproto-repo-create-record (read 2026-11-20)
 */
export async function writeRecord(origin: string, selection: RecordQuery): Promise<{ uri: string; cid: string }> {
  const { did, token, collection, rkey, record } = selection
  const body = { repo: did, collection, record, ...(rkey === undefined ? {} : { rkey }) }
  const method = rkey === undefined ? 'com.atproto.repo.createRecord' : 'com.atproto.repo.putRecord'
  const { uri, cid } = await callXrpc<{ uri: string; cid: string }>(origin, method, { token, body })
  return { uri, cid }
}

/**
 * Creates the simulated users on the data server, with posts and likes that are dated up to three hours before `now`
 * (ms since the epoch). Returns the users.
 */
export async function seedPeople(origin: string, now: number): Promise<Person[]> {
  const [ada, grace, alan] = await Promise.all(PEOPLE.map((person) => createPerson(origin, person)))
  if (ada === undefined || grace === undefined || alan === undefined) throw new Error('three people are needed')
  const collection = 'app.bsky.feed.post'
  const post = (author: typeof ada, text: string, minutesAgo: number, more: Record<string, unknown> = {}) => {
    const createdAt = new Date(now - minutesAgo * 60_000).toISOString()
    return writeRecord(origin, {
      ...author,
      collection,
      record: { $type: collection, text, createdAt, langs: ['en'], ...more },
    })
  }
  const imageFile = await drawImage({ width: 640, height: 480, format: 'jpg' })
  const { blob } = await callXrpc<{ blob: unknown }>(origin, 'com.atproto.repo.uploadBlob', {
    token: grace.token,
    body: imageFile,
    contentType: 'image/jpeg',
  })
  const hello = await post(ada, 'Notes on the engine, first part.', 180)
  await post(grace, 'A view from the harbour this morning.', 120, {
    embed: {
      $type: 'app.bsky.embed.images',
      images: [{ alt: 'Hills under a low sun', image: blob, aspectRatio: { width: 640, height: 480 } }],
    },
  })
  await post(alan, 'Can it play chess, too?', 60, { reply: { root: hello, parent: hello } })
  const like = { $type: 'app.bsky.feed.like', subject: hello, createdAt: new Date(now - 30 * 60_000).toISOString() }
  await writeRecord(origin, { ...grace, collection: 'app.bsky.feed.like', record: like })
  return [ada, grace, alan].map(({ handle, did, password }) => ({ handle, did, password }))
}
