import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { removeUpload } from '../../../uploads/uploads.ts'
import { listDrafts, removeDraft } from './draft-database.ts'
import { forgetLive } from './live-drafts.ts'
import type { StoredDraft } from './stored-draft.ts'

/** The drafts of a profile in this browser, last changed first; an error if the browser stores nothing. */
export const draftsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['drafts', profileId],
    queryFn: () => listDrafts(profileId),
    networkMode: 'always',
  })

function uploadsOf(draft: StoredDraft): string[] {
  const contents = [draft, ...Object.values(draft.own).flatMap((content) => content ?? [])]
  const media = contents.flatMap(({ first, thread }) => [first, ...thread]).flatMap((part) => part.media)
  const ids = media.map(({ source }) => {
    if ('upload' in source) return source.upload.uploadId
    return 'file' in source ? source.uploadId : null
  })
  return [...new Set(ids.flatMap((id) => id ?? []))]
}

/** Returns a function that deletes a stored draft and its uploads. Errors in deleting uploads are ignored. */
export function useDeleteDraft(): (draft: StoredDraft) => Promise<void> {
  const client = useQueryClient()
  return async (draft) => {
    forgetLive(draft.id)
    await removeDraft(draft.id)
    await client.invalidateQueries({ queryKey: ['drafts', draft.profileId] })
    await Promise.allSettled(uploadsOf(draft).map(removeUpload))
  }
}
