import type { Draft } from './draft.ts'

/**
 * The drafts that were edited in this tab, keyed by id. They have their files, unlike those in the database of the
 * browser, so that uploads continue while another page is shown.
 */
const live = new Map<string, Draft>()

export const liveDraft = (id: string): Draft | undefined => live.get(id)
export const keepLive = (draft: Draft): Map<string, Draft> => live.set(draft.id, draft)
export const forgetLive = (id: string): boolean => live.delete(id)
