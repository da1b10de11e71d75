import { ActionIcon, Anchor, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './compose.module.css'
import type { StoredDraft } from './draft/stored-draft.ts'
import { useDeleteDraft } from './draft/use-drafts.ts'

/** A draft in a few words: its title, otherwise the first line of its text, otherwise the number of its files. */
function draftTitle({ title, first, own }: Pick<StoredDraft, 'title' | 'first' | 'own'>): string {
  const texts = [title, first.text, ...Object.values(own).map((content) => content?.first.text ?? '')]
  const words = texts.map((text) => text.trim()).find((text) => text !== '')
  if (words) return words.split('\n', 1)[0]?.slice(0, 120) ?? ''
  const { length } = first.media
  if (length === 0) return 'Without text'
  return `${length} ${length === 1 ? 'file' : 'files'} without text`
}

const accountsWords = (count: number) => `${count} ${count === 1 ? 'account' : 'accounts'}`

function DeleteDialog({ draft, onClose }: { draft: StoredDraft; onClose(): void }) {
  const deleteDraft = useDeleteDraft()
  const remove = useMutation({ mutationFn: deleteDraft, onSuccess: onClose })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this draft?"
      confirmLabel="Delete draft"
      onConfirm={() => remove.mutate(draft)}
      mutation={remove}
    >
      <Text size="sm">Its text and its uploaded files are deleted. This cannot be undone.</Text>
    </ConfirmDialog>
  )
}

export interface DraftListProps {
  drafts: readonly StoredDraft[]
  onOpen(): void
  onClose(): void
}

/**
 * A dialog with the profile's drafts in this browser, to continue or to delete them. `onOpen` is called when one is
 * opened.
 */
export function DraftList({ drafts, onOpen, onClose }: DraftListProps) {
  const [deleted, setDeleted] = useState<StoredDraft | null>(null)
  return (
    <Dialog opened onClose={onClose} title="Drafts">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Drafts are kept in this browser. Videos are uploaded once and kept by the service for 24 hours.
        </Text>
        {drafts.length === 0 && <Text size="sm">No draft is left.</Text>}
        <ul className={styles['drafts']}>
          {drafts.map((draft) => (
            <li key={draft.id}>
              <Stack gap={0} flex={1} miw={0}>
                <Anchor component={Link} href={`/compose?draft=${draft.id}`} size="sm" onClick={onOpen} truncate="end">
                  <Foreign inherit>{draftTitle(draft)}</Foreign>
                </Anchor>
                <Text size="xs" c="dimmed" component="div">
                  {draft.edited ? 'Change of a scheduled post' : accountsWords(draft.accountIds.length)} ·{' '}
                  <Time at={new Date(draft.updatedAt).toISOString()} />
                </Text>
              </Stack>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete the draft ${draftTitle(draft)}`}
                onClick={() => setDeleted(draft)}
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </Stack>
      {deleted && <DeleteDialog draft={deleted} onClose={() => setDeleted(null)} />}
    </Dialog>
  )
}
