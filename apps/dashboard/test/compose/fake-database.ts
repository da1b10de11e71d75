import type { StoredDraft } from '../../app/pages/compose/draft/stored-draft.ts'

const request = (result: unknown) => {
  const made = { result, onsuccess: () => {} }
  queueMicrotask(() => made.onsuccess())
  return made
}

/**
 * Replaces the browser's database of drafts, which Node.js lacks, by a map, keyed by draft id; returns the map and a
 * function that undoes it. Drafts are stored as the same objects, not as copies.
 */
export function fakeDatabase(): { drafts: Map<string, StoredDraft>; restore(): void } {
  const drafts = new Map<string, StoredDraft>()
  const store = {
    get: (id: string) => request(drafts.get(id)),
    put: (draft: StoredDraft) => request(drafts.set(draft.id, draft)),
    delete: (id: string) => request(drafts.delete(id)),
    index: () => ({
      getAll: ([from, to]: [string, string]) =>
        request([...drafts.values()].filter(({ profileId }) => profileId >= from && profileId <= to)),
    }),
  }
  const database = { transaction: () => ({ objectStore: () => store }) }
  Object.assign(globalThis, {
    indexedDB: { open: () => request(database) },
    IDBKeyRange: { bound: (from: string, to: string) => [from, to] },
  })
  return {
    drafts,
    restore() {
      Reflect.deleteProperty(globalThis, 'indexedDB')
      Reflect.deleteProperty(globalThis, 'IDBKeyRange')
    },
  }
}
