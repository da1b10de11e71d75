import type { Publish } from '@carillon/client'
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { networks } from '../../ui/networks.ts'
import { notifyDone } from '../../ui/notify.ts'

/**
 * Records what a user found at the account about a publish whose outcome is unknown: it was published, with the id of
 * the post, or not. This can be done once.
 */
export function DecideDialog({ publish: { publishId, platform }, onClose }: { publish: Publish; onClose: () => void }) {
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<'published' | 'failed' | null>(null)
  const [postId, setPostId] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (): Promise<void> => {
      const body = outcome === 'published' ? { outcome, postId: postId.trim() } : { outcome: 'failed' as const }
      await api.post('/posts/publishes/{publishId}/resolution', { path: { publishId }, body })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['publishes'] })
      notifyDone('Your decision was recorded.')
      onClose()
    },
  })
  const isComplete = outcome === 'failed' || (outcome === 'published' && postId.trim() !== '')
  return (
    <Dialog opened onClose={onClose} title="What did you find?" isLocked={isPending}>
      <DialogForm
        action="Record"
        isReady={isComplete}
        isBusy={isPending}
        error={error}
        onSubmit={mutate}
        onClose={onClose}
      >
        <Text size="sm">
          Look at the account on {networks[platform].name}. Nothing is sent; this can be recorded once and not changed.
        </Text>
        <Radio.Group
          label="On the account"
          value={outcome}
          onChange={(value) => setOutcome(value === 'published' ? 'published' : 'failed')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="published" label="The post is there" />
            <Radio value="failed" label="The post was not published" />
          </Stack>
        </Radio.Group>
        {outcome === 'published' && (
          <TextInput
            label="Id of the post"
            description="As the network has it, usually the last part of the post's URL."
            value={postId}
            onChange={({ currentTarget: { value } }) => setPostId(value)}
            maxLength={512}
          />
        )}
      </DialogForm>
    </Dialog>
  )
}
