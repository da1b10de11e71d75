import { Button, Group, Text } from '@mantine/core'
import { useUploadPercent } from '../../uploads/uploads.ts'
import styles from './compose.module.css'
import type { Saving } from './draft/use-draft.ts'
import { type Readiness, summaryWords } from './readiness.ts'

export interface PublishBarProps {
  files: readonly File[]
  /** The chosen accounts in the order in which they are shown. */
  accounts: readonly { accountId: string; readiness: Readiness }[]
  /** Whether the draft is saved. */
  saving: Saving
  onPublish(): void
}

const savingWords: Readonly<Record<Saving, string>> = {
  empty: '',
  saving: 'Saving the draft…',
  saved: 'Draft saved in this browser',
  failed: 'The draft cannot be saved in this browser. It is lost when the page is closed.',
}

function Uploading({ files }: { files: readonly File[] }) {
  const percent = useUploadPercent(files)
  return (
    <Text size="sm" c="dimmed">
      {`Uploading: ${percent} %`}
    </Text>
  )
}

function show(accountId: string): void {
  const panel = document.querySelector<HTMLElement>(`#post-on-${CSS.escape(accountId)}`)
  panel?.focus({ preventScroll: true })
  panel?.scrollIntoView({ block: 'start' })
}

function buttonWords(ready: number, chosen: number): string {
  if (chosen === 1) return 'Publish'
  if (ready === 0 || ready === chosen) return `Publish on ${chosen} accounts`
  return `Publish on ${ready} of ${chosen} accounts`
}

/** How many accounts are ready, the way to one that needs attention, and the button that publishes on those ready. */
export function PublishBar({ files, accounts, saving, onPublish }: PublishBarProps) {
  const all = accounts.map(({ readiness }) => readiness)
  const ready = all.filter((one) => one === 'ready').length
  const first = accounts.find(({ readiness }) => readiness === 'attention')
  const isOpen = all.some((one) => one === 'checking' || one === 'uploading')
  return (
    <Group className={styles['bar'] ?? ''} justify="space-between" gap="sm">
      <Group gap="xs">
        <Text size="sm" fw={500} role="status">
          {summaryWords(all)}
        </Text>
        {first && (
          <Button size="compact-sm" variant="default" onClick={() => show(first.accountId)}>
            Show it
          </Button>
        )}
        <Text
          size="xs"
          c={saving === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
          role="status"
          className={styles['saving'] ?? ''}
          data-saving={saving}
        >
          {savingWords[saving]}
        </Text>
        {all.includes('uploading') && <Uploading files={files} />}
      </Group>
      <Button disabled={ready === 0 || isOpen} onClick={onPublish}>
        {buttonWords(ready, accounts.length)}
      </Button>
    </Group>
  )
}
