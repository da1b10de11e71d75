import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../data/api.ts'
import type { Facts } from '../../data/facts.ts'
import { noteNavigation } from '../../ui/navigation.ts'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { createBody, emptyDraft, problemOf } from './key-draft.ts'
import { expiries } from './key-expiry.ts'
import { KeyForm } from './key-form.tsx'
import { jobOf } from './key-jobs.ts'

/** A form that creates a key, then shows it, the only time that it can be read. */
export function NewKeyForm({ facts }: { facts: Facts }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState(emptyDraft)
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => (await api.post('/keys', { body: createBody(draft, Date.now()) })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  })
  const close = () => {
    noteNavigation()
    navigate(`/keys/${data?.keyId ?? ''}`)
  }
  if (data) return <ShownOnce noun="key" value={data.apiKey} onClose={close} />
  return (
    <KeyForm
      {...{ facts, draft, expiries, isPending, error }}
      problem={problemOf(draft, jobOf(draft.scopes, facts.keys.presets)?.id === 'assistant')}
      submitLabel="Create key"
      onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
      onSubmit={() => mutate()}
    />
  )
}
