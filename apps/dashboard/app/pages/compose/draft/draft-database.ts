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

/**
 * Makes a change, and resolves once it is stored. A full disk or quota aborts the transaction after the request of the
 * change has succeeded.
 */
async function write(change: (drafts: IDBObjectStore) => IDBRequest): Promise<void> {
  const transaction = (await database()).transaction(store, 'readwrite')
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    const request = change(transaction.objectStore(store))
    request.onerror = () => reject(request.error)
  })
}

/**
 * The drafts of a profile in this browser, last changed first. Like the other functions here, rejects if the browser
 * stores nothing or too little.
 */
export async function listDrafts(profileId: string): Promise<StoredDraft[]> {
  const drafts: StoredDraft[] = await resultOf((await reading()).index('profile').getAll(profileId))
  return drafts.sort((a, b) => b.updatedAt - a.updatedAt)
}

export async function putDraft(draft: StoredDraft): Promise<void> {
  await write((drafts) => drafts.put(draft))
}

export async function removeDraft(id: string): Promise<void> {
  await write((drafts) => drafts.delete(id))
}

/** A stored draft; undefined if this browser does not have it. */
export async function findDraft(id: string): Promise<StoredDraft | undefined> {
  return resultOf<StoredDraft | undefined>((await reading()).get(id))
}

/** The drafts whose `profileId` begins with `prefix`, in no particular order. */
export async function draftsWith(prefix: string): Promise<StoredDraft[]> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  return resultOf<StoredDraft[]>((await reading()).index('profile').getAll(range))
}
