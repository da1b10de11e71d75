import type { StoredDraft } from '../../app/pages/compose/draft/stored-draft.ts'

const request = (result: unknown) => {
  const made = { result, onsuccess: () => {} }
  queueMicrotask(() => made.onsuccess())
  return made
}

export interface FakeDatabase {
  /** What is stored, by id: the same objects, not copies. */
  drafts: Map<string, StoredDraft>
  /** The error with which transactions that write are aborted, after their requests have succeeded; null for none. */
  abort: DOMException | null
  restore(): void
}

/** Replaces the browser's database of drafts, which Node.js lacks, by a map until `restore` is called. */
export function fakeDatabase(): FakeDatabase {
  const drafts = new Map<string, StoredDraft>()
  const store = {
    get: (id: string) => request(drafts.get(id)),
    index: () => ({
      getAll: ([from, to]: [string, string]) =>
        request([...drafts.values()].filter(({ profileId }) => profileId >= from && profileId <= to)),
    }),
  }
  function transaction() {
    const made = {
      error: fake.abort,
      oncomplete: () => {},
      onabort: () => {},
      objectStore: () => ({
        ...store,
        put: (draft: StoredDraft) => write(() => drafts.set(draft.id, draft)),
        delete: (id: string) => write(() => drafts.delete(id)),
      }),
    }
    function write(change: () => unknown) {
      // Its end comes after the success of its only request.
      setImmediate(() => {
        if (made.error === null) change()
        if (made.error === null) made.oncomplete()
        else made.onabort()
      })
      return request(undefined)
    }
    return made
  }
  const database = { transaction, onclose: () => {} }
  Object.assign(globalThis, {
    indexedDB: { open: () => request(database) },
    IDBKeyRange: { bound: (from: string, to: string) => [from, to] },
  })
  const fake: FakeDatabase = {
    drafts,
    abort: null,
    restore() {
      // The app opens a database that was closed again.
      database.onclose()
      Reflect.deleteProperty(globalThis, 'indexedDB')
      Reflect.deleteProperty(globalThis, 'IDBKeyRange')
    },
  }
  return fake
}
