import { Button, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useNow } from '../../ui/now.ts'
import { useUploadPercent } from '../../uploads/uploads.ts'
import styles from './compose.module.css'
import type { Draft } from './draft/draft.ts'
import type { Saving } from './draft/use-draft.ts'
import { timeProblem } from './draft/when.ts'
import { type Readiness, summaryWords } from './readiness.ts'

export interface PublishBarProps {
  files: readonly File[]
  /** The chosen accounts in the order in which they are shown. */
  accounts: readonly { accountId: string; readiness: Readiness }[]
  /** Whether the draft is saved. */
  saving: Saving
  draft: Pick<Draft, 'when' | 'edited'>
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

function verbOf({ when, edited }: PublishBarProps['draft']): string {
  if (edited !== null) return 'Save'
  return when.kind === 'now' ? 'Publish' : 'Schedule'
}

function buttonWords(verb: string, ready: number, chosen: number): string {
  if (chosen === 1) return verb
  if (ready === 0 || ready === chosen) return `${verb} on ${chosen} accounts`
  return `${verb} on ${ready} of ${chosen} accounts`
}

/** Sends with Ctrl+Enter; while the draft is checked, as soon as that is done. Returns whether it waits for that. */
function useSendKey({ isReady, isChecking, onPublish }: { isReady: boolean; isChecking: boolean; onPublish(): void }) {
  const [isWanted, setWanted] = useState(false)
  useHotkeys([['mod+Enter', () => (isReady ? onPublish() : setWanted(isChecking))]], [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it has been checked.
  useEffect(() => {
    if (!isWanted || isChecking) return
    setWanted(false)
    if (isReady) onPublish()
  }, [isWanted, isChecking])
  return isWanted
}

/**
 * How many accounts are ready, the way to one that needs attention, and the button that publishes on those ready, or
 * schedules for them; Ctrl+Enter does the same.
 */
export function PublishBar({ files, accounts, saving, draft, onPublish }: PublishBarProps) {
  const all = accounts.map(({ readiness }) => readiness)
  const ready = all.filter((one) => one === 'ready').length
  const first = accounts.find(({ readiness }) => readiness === 'attention')
  const isOpen = all.some((one) => one === 'checking' || one === 'uploading')
  const time = useNow()
  const isReady = ready > 0 && !isOpen && timeProblem(draft.when, time) === null
  const isWanted = useSendKey({ isReady, isChecking: all.includes('checking'), onPublish })
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
      <Button disabled={!isReady && !isWanted} loading={isWanted} onClick={onPublish}>
        {buttonWords(verbOf(draft), ready, accounts.length)}
      </Button>
    </Group>
  )
}
