import { isApiError, type Profile } from '@carillon/client'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { notifyDone } from '../../ui/notify.ts'

interface Fields {
  name: string
  externalId: string
}

function save(profile: Profile | null, { name, externalId }: Fields): Promise<unknown> {
  const body = { name: name.trim(), externalId: externalId.trim() || null }
  if (profile === null) return api.post('/profiles', { body })
  // Replacing takes the whole profile; what is not in the form stays as it is.
  return api.put('/profiles/{profileId}', {
    path: { profileId: profile.id },
    body: { ...body, metadata: profile.metadata },
  })
}

/** A form that changes a profile, or creates one if `profile` is null. */
export function ProfileDialog({ profile, onClose }: { profile: Profile | null; onClose: () => void }) {
  const client = useQueryClient()
  const [fields, setFields] = useState<Fields>({ name: profile?.name ?? '', externalId: profile?.externalId ?? '' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => save(profile, fields),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['profiles'] })
      notifyDone(profile === null ? 'The profile was created.' : 'The profile was saved.')
      onClose()
    },
  })
  const isNameTaken = isApiError(error, 'profile_name_conflict')
  const isIdTaken = isApiError(error, 'profile_external_id_conflict')
  return (
    <Dialog
      opened
      onClose={onClose}
      title={profile === null ? 'Create a profile' : 'Edit the profile'}
      isLocked={isPending}
    >
      <DialogForm
        action={profile === null ? 'Create profile' : 'Save'}
        isReady={fields.name.trim() !== ''}
        isBusy={isPending}
        error={isNameTaken || isIdTaken ? null : error}
        onSubmit={mutate}
        onClose={onClose}
      >
        <TextInput
          label="Name"
          value={fields.name}
          onChange={({ currentTarget: { value } }) => setFields((all) => ({ ...all, name: value }))}
          error={isNameTaken && 'Another profile has this name.'}
          required
          withAsterisk={false}
          maxLength={200}
          data-autofocus
        />
        <TextInput
          label="Your own id"
          description="Optional: how your system knows this customer."
          value={fields.externalId}
          onChange={({ currentTarget: { value } }) => setFields((all) => ({ ...all, externalId: value }))}
          error={isIdTaken && 'Another profile has this id.'}
          maxLength={200}
        />
      </DialogForm>
    </Dialog>
  )
}
