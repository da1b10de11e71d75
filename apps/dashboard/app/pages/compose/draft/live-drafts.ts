import type { Draft } from './draft.ts'
import { fromStored, type StoredDraft } from './stored-draft.ts'

/** A draft and when this tab last stored or read it, as `updatedAt` of the stored one; null if it is not stored. */
export interface OpenedDraft {
  draft: Draft
  savedAt: number | null
}

/**
 * The drafts that were edited in this tab, keyed by id. They have their files, unlike those in the database of the
 * browser, so that uploads continue while another page is shown.
 */
const live = new Map<string, OpenedDraft>()

export const keepLive = (draft: Draft, savedAt: number | null): Map<string, OpenedDraft> =>
  live.set(draft.id, { draft, savedAt })

/** Notes that a draft that is kept here has been stored with `updatedAt`. Does nothing for other drafts. */
export function noteSaved(id: string, updatedAt: number): void {
  const own = live.get(id)
  if (own) live.set(id, { ...own, savedAt: updatedAt })
}

export const forgetLive = (id: string): boolean => live.delete(id)

/**
 * The draft with this id: as it was left in this tab, unless another tab has changed, sent or deleted it since;
 * otherwise as this browser stored it, otherwise the result of `begun`. `drafts` are those that are stored now.
 */
export function openDraft(id: string, drafts: readonly StoredDraft[], begun: (id: string) => Draft): OpenedDraft {
  const own = live.get(id)
  const stored = drafts.find((one) => one.id === id)
  if (own && (own.savedAt === null || (stored !== undefined && stored.updatedAt <= own.savedAt))) return own
  return stored ? { draft: fromStored(stored), savedAt: stored.updatedAt } : { draft: begun(id), savedAt: null }
}
