import type { PDS } from '@atproto/pds'
import { objectOf } from '../json.ts'
import type { HeldMedia, SandboxContext } from '../network.ts'
import { type Blob, createMediaReader } from './media.ts'
import { callXrpc } from './xrpc.ts'

interface StoredRecord {
  uri: string
  cid: string
  value: Record<string, unknown>
}

type Reference = { uri: string; cid: string }

export interface ShownAccount {
  id: string
  did: string
  handle: string
  displayName: string | null
}

/** A post's record as it was written, with fields that the sandbox adds. */
export interface ShownPost {
  /** The record's at-uri. */
  id: string
  rkey: string
  cid: string
  /** The author's DID. */
  accountId: string
  media: HeldMedia[]
  /** The number of likes. */
  likes: number
  text?: string
  createdAt?: string
  reply?: { root: Reference; parent: Reference }
  embed?: { $type: string; video?: Blob }
}

interface ShownLike {
  id: string
  accountId: string
  subject: Reference
}

export type State = {
  accounts: ShownAccount[]
  posts: ShownPost[]
  likes: ShownLike[]
}

/**
 * Reads all records of a collection, such as `app.bsky.feed.post`, from the repository of the user `did`, oldest first.
 */
async function listRecords(origin: string, { did, collection }: { did: string; collection: string }) {
  const records: StoredRecord[] = []
  let cursor: string | undefined
  do {
    const query = { repo: did, collection, limit: 100, reverse: 'true', ...(cursor === undefined ? {} : { cursor }) }
    const page = await callXrpc<{ records: StoredRecord[]; cursor?: string }>(origin, 'com.atproto.repo.listRecords', {
      query,
    })
    records.push(...page.records)
    cursor = page.records.length < 100 ? undefined : page.cursor
  } while (cursor !== undefined)
  return records
}

/** Reads the at-uri and CID of the liked post from the field `subject` of a like. */
function referenceOf(subject: unknown): Reference {
  const { uri, cid } = objectOf(subject)
  return { uri: String(uri), cid: String(cid) }
}

/** Reads the likes of the user `did`, oldest first. */
async function listLikes(origin: string, did: string): Promise<ShownLike[]> {
  const records = await listRecords(origin, { did, collection: 'app.bsky.feed.like' })
  return records.map(({ uri, value }) => ({ id: uri, accountId: did, subject: referenceOf(value['subject']) }))
}

const byTime = (a: ShownPost, b: ShownPost) => String(a.createdAt).localeCompare(String(b.createdAt), 'en')

function isDid(text: string): text is `did:${string}:${string}` {
  return text.startsWith('did:')
}

/**
 * Creates a function that reads the content of the data server for `GET /state/bluesky`: the accounts, their posts
 * (oldest first, replies included) and likes. Bytes of images and videos are kept in the file store.
 */
export function createStateReader(options: {
  origin: string
  pds: PDS
  keep: SandboxContext['keep']
  /** The DIDs of the accounts that are listed first. */
  first: string[]
}): () => Promise<State> {
  const { origin, pds, keep, first } = options
  const list = (did: string, collection: string) => listRecords(origin, { did, collection })
  const showMedia = createMediaReader(origin, keep)

  async function showPost(did: string, { uri, cid, value }: StoredRecord): Promise<ShownPost> {
    const { $type: _type, ...record } = value
    const media = await showMedia(did, record['embed'])
    return { id: uri, rkey: uri.split('/').at(-1) ?? '', cid, accountId: did, ...record, media, likes: 0 }
  }

  async function showAccount(did: string): Promise<ShownAccount> {
    const account = isDid(did) ? await pds.ctx.accountManager.getAccount(did) : undefined
    const [profile] = await list(did, 'app.bsky.actor.profile')
    const displayName = profile?.value['displayName']
    return {
      id: did,
      did,
      handle: account?.handle ?? 'handle.invalid',
      displayName: typeof displayName === 'string' ? displayName : null,
    }
  }

  return async () => {
    const { repos } = await callXrpc<{ repos: { did: string }[] }>(origin, 'com.atproto.sync.listRepos', {
      query: { limit: 1_000 },
    })
    const dids = [...new Set([...first, ...repos.map(({ did }) => did)])]
    const likes = (await Promise.all(dids.map((did) => listLikes(origin, did)))).flat()
    const posts = await Promise.all(
      dids.map(async (did) => Promise.all((await list(did, 'app.bsky.feed.post')).map((post) => showPost(did, post)))),
    )
    for (const post of posts.flat()) post.likes = likes.filter(({ subject }) => subject.uri === post.id).length
    return {
      accounts: await Promise.all(dids.map(showAccount)),
      posts: posts.flat().sort(byTime),
      likes,
    }
  }
}
