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
  /** The chosen accounts, in the order of their panels. */
  accounts: readonly { accountId: string; readiness: Readiness }[]
  /** Whether the draft is stored in this browser. */
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

const keysOfSending: readonly string[] = ['Control', 'Meta', 'Enter']

/**
 * Calls `onPublish` after Ctrl+Enter or Cmd+Enter, as soon as `isReady`; another key or a click before that cancels it.
 * Returns whether it waits.
 */
function useSendKey(isReady: boolean, onPublish: () => void): boolean {
  const [isWanted, setWanted] = useState(false)
  useHotkeys([['mod+Enter', () => setWanted(true)]], [])
  useEffect(() => {
    if (!isWanted) return
    const callOff = (event: Event) => {
      if (!(event instanceof KeyboardEvent && keysOfSending.includes(event.key))) setWanted(false)
    }
    addEventListener('keydown', callOff)
    addEventListener('pointerdown', callOff)
    return () => {
      removeEventListener('keydown', callOff)
      removeEventListener('pointerdown', callOff)
    }
  }, [isWanted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is ready.
  useEffect(() => {
    if (!isWanted || !isReady) return
    setWanted(false)
    onPublish()
  }, [isWanted, isReady])
  return isWanted
}

/**
 * The number of accounts that are ready, a button that shows one that needs attention, and the button that publishes on
 * the ready ones or schedules for them; Ctrl+Enter does the same. `files` are those of the draft.
 */
export function PublishBar({ files, accounts, saving, draft, onPublish }: PublishBarProps) {
  const all = accounts.map(({ readiness }) => readiness)
  const ready = all.filter((one) => one === 'ready').length
  const first = accounts.find(({ readiness }) => readiness === 'attention')
  const isOpen = all.some((one) => one === 'checking' || one === 'uploading')
  const time = useNow()
  const isReady = ready > 0 && !isOpen && timeProblem(draft.when, time) === null
  const isWaiting = useSendKey(isReady, onPublish) && all.includes('checking')
  return (
    <Group className={styles['bar'] ?? ''} justify="space-between" gap="sm">
      <Group gap="xs">
        <Text size="sm" fw={500} role="status">
          {summaryWords(all)}
        </Text>
        {first && (
          <Button size="compact-sm" variant="default" onClick={() => show(first.accountId)}>
            Show
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
      <Button disabled={!isReady && !isWaiting} loading={isWaiting} onClick={onPublish}>
        {buttonWords(verbOf(draft), ready, accounts.length)}
      </Button>
    </Group>
  )
}
