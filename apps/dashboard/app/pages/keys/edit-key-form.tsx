import type { ApiKey } from '@carillon/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../data/api.ts'
import type { Facts } from '../../data/facts.ts'
import { noteNavigation } from '../../ui/navigation.ts'
import { notifyDone } from '../../ui/notify.ts'
import { changeBody, draftOf, problemOfChange } from './key-draft.ts'
import { expiries, keptExpiry } from './key-expiry.ts'
import { KeyForm } from './key-form.tsx'
import { Narrower } from './narrower.tsx'

/** A form that changes a key, and opens its page afterwards. Only fields that differ from the key are sent. */
export function EditKeyForm({ facts, apiKey }: { facts: Facts; apiKey: ApiKey }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState(() => draftOf(apiKey))
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      api.patch('/keys/{keyId}', { path: { keyId: apiKey.keyId }, body: changeBody(draft, apiKey, Date.now()) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['keys'] })
      noteNavigation()
      navigate(`/keys/${apiKey.keyId}`)
      notifyDone('The key was changed.')
    },
  })
  return (
    <KeyForm
      {...{ facts, draft, isPending, error }}
      expiries={[keptExpiry, ...expiries]}
      problem={problemOfChange(draft, apiKey)}
      submitLabel="Save changes"
      onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
      onSubmit={() => mutate()}
    >
      <Narrower apiKey={apiKey} draft={draft} />
    </KeyForm>
  )
}
