import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { discardUpload, useKnownUploads } from '../../../uploads/uploads.ts'
import { type Change, type Draft, filesOf, isEmpty } from './draft.ts'
import { putDraft, removeDraft } from './draft-database.ts'
import { forgetLive, keepLive, noteSaved, type OpenedDraft } from './live-drafts.ts'
import { createSaver } from './saver.ts'
import { toStored } from './stored-draft.ts'

/** Whether this browser has stored the draft as it is shown. `empty`: there is nothing to store. */
export type Saving = 'empty' | 'saving' | 'saved' | 'failed'

/** Stops and deletes the uploads of files that are no longer part of the draft. */
function useDiscarding(draft: Draft): void {
  const before = useRef<readonly File[]>([])
  useEffect(() => {
    const files = filesOf(draft)
    for (const file of before.current) if (!files.includes(file)) discardUpload(file)
    before.current = files
  }, [draft])
}

/**
 * A draft that is edited with `change`, and stored in this browser after each change. `store` stores a given draft now,
 * and resolves also if that fails (`saving` is then `failed`). Uploads of files that leave the draft are deleted.
 */
export function useDraft(profileId: string, opened: OpenedDraft) {
  const client = useQueryClient()
  const initial = opened.draft
  const savedAt = useRef(opened.savedAt)
  const [draft, setDraft] = useState(initial)
  const [saving, setSaving] = useState<Saving>(isEmpty(initial) ? 'empty' : 'saved')
  const change: Change<Draft> = useCallback((update) => setDraft(update), [])
  const isDone = useRef(false)
  const uploads = useKnownUploads(filesOf(draft))
  const save = useMemo(
    () =>
      createSaver(async (one: Draft) => {
        if (isDone.current || isEmpty(one)) {
          await removeDraft(one.id)
        } else {
          const at = Date.now()
          await putDraft(toStored(one, profileId, at))
          savedAt.current = at
          noteSaved(one.id, at)
        }
        await client.invalidateQueries({ queryKey: ['drafts', profileId] })
      }),
    [client, profileId],
  )
  const store = useCallback(
    (one: Draft) => {
      setSaving('saving')
      return save(one).then(
        () => setSaving(isEmpty(one) ? 'empty' : 'saved'),
        () => setSaving('failed'),
      )
    },
    [save],
  )
  useEffect(() => {
    if (draft !== initial || uploads > 0) store(draft).catch(reportError)
  }, [draft, initial, uploads, store])
  useDiscarding(draft)
  useEffect(() => {
    if (isDone.current || isEmpty(draft)) forgetLive(draft.id)
    else keepLive(draft, savedAt.current)
  }, [draft])
  /** Deletes the draft, once it has been sent to all its accounts. Its uploads stay, in case a publish fails later. */
  const finish = useCallback(() => {
    isDone.current = true
    forgetLive(draft.id)
    store(draft).catch(reportError)
  }, [draft, store])
  return { draft, change, saving, store, finish }
}
