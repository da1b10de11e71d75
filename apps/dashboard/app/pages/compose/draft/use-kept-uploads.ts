import { isApiError } from '@carillon/client'
import { useQueries } from '@tanstack/react-query'
import { api } from '../../../data/api.ts'
import { type Draft, mediaOf } from './draft.ts'

export type KeptState = 'complete' | 'incomplete' | 'expired'

const incompletePollMs = 5_000

async function readState(uploadId: string, signal: AbortSignal): Promise<KeptState> {
  try {
    return (await api.get('/uploads/{uploadId}', { path: { uploadId }, signal })).data.status
  } catch (error) {
    if (isApiError(error, 'upload_not_found')) return 'expired'
    throw error
  }
}

/**
 * The states of the draft's uploads of earlier visits, keyed by upload id. Those that are not known yet are missing.
 */
export function useKeptUploads(draft: Draft): ReadonlyMap<string, KeptState> {
  const ids = mediaOf(draft).flatMap(({ source }) => ('upload' in source ? (source.upload.uploadId ?? []) : []))
  const uploadIds = [...new Set(ids)]
  return useQueries({
    queries: uploadIds.map((uploadId) => ({
      queryKey: ['uploads', uploadId],
      queryFn: ({ signal }: { signal: AbortSignal }) => readState(uploadId, signal),
      refetchInterval: ({ state }: { state: { data: KeptState | undefined } }) =>
        state.data === 'incomplete' ? incompletePollMs : false,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }, index) => (data ? [[uploadIds[index] ?? '', data] as const] : []))),
  })
}
