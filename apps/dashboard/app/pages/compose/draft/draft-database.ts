import type { StoredDraft } from './stored-draft.ts'

const store = 'drafts'

/** Resolves with the result of a request to IndexedDB; rejects with its error. */
function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

let opened: Promise<IDBDatabase> | null = null

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('carillon', 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(store, { keyPath: 'id' }).createIndex('profile', 'profileId')
  }
  const database = await resultOf(request)
  // Another tab with a newer version of the app may replace it.
  database.onversionchange = () => database.close()
  database.onclose = () => {
    opened = null
  }
  return database
}

function database(): Promise<IDBDatabase> {
  opened ??= open().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

const reading = async () => (await database()).transaction(store).objectStore(store)
const writing = async () => (await database()).transaction(store, 'readwrite').objectStore(store)

/**
 * The drafts of a profile in this browser, last changed first. Like the other functions here, rejects if the browser
 * stores nothing or too little.
 */
export async function listDrafts(profileId: string): Promise<StoredDraft[]> {
  const drafts: StoredDraft[] = await resultOf((await reading()).index('profile').getAll(profileId))
  return drafts.sort((a, b) => b.updatedAt - a.updatedAt)
}

export async function putDraft(draft: StoredDraft): Promise<void> {
  await resultOf((await writing()).put(draft))
}

export async function removeDraft(id: string): Promise<void> {
  await resultOf((await writing()).delete(id))
}

/** A stored draft; undefined if this browser does not have it. */
export async function findDraft(id: string): Promise<StoredDraft | undefined> {
  return resultOf<StoredDraft | undefined>((await reading()).get(id))
}

/**
 * Deletes the drafts whose `profileId` begins with `prefix` and that were last changed before a time in ms since 1970.
 */
export async function purgeDrafts(prefix: string, before: number): Promise<void> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const found: StoredDraft[] = await resultOf((await reading()).index('profile').getAll(range))
  for (const { id } of found.filter(({ updatedAt }) => updatedAt < before)) await removeDraft(id)
}
