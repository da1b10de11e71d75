import type { Account } from '@carillon/client'
import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useNow } from '../../../ui/now.ts'
import { OnLateField } from '../../../ui/on-late-field.tsx'
import { ZonedTimeField } from '../../../ui/zoned-time-field.tsx'
import styles from '../compose.module.css'
import type { Change, Draft } from '../draft/draft.ts'
import { nextFullHour, now, timeProblem, type When } from '../draft/when.ts'
import { NextSlots } from './next-slots.tsx'

const kinds = [
  { value: 'now', label: 'Now' },
  { value: 'time', label: 'At a time' },
  { value: 'slot', label: 'Next free slot' },
] as const satisfies readonly { value: When['kind']; label: string }[]

/** The value of a kind of time when it is chosen, by the time now in ms since 1970. */
const initial: Readonly<Record<When['kind'], (time: number) => When>> = {
  now: () => now,
  time: nextFullHour,
  slot: () => ({ kind: 'slot' }),
}

export interface WhenFieldProps {
  draft: Draft
  /** The chosen accounts. */
  accounts: readonly Account[]
  onChange: Change<Draft>
}

/** When the draft is published: at once, at a time, or at the next free slot of each account. */
export function WhenField({ draft, accounts, onChange }: WhenFieldProps) {
  const { when, onLate, edited } = draft
  const time = useNow()
  const setWhen = (next: When) => onChange((before) => ({ ...before, when: next }))
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600} id="compose-when">
        When
      </Text>
      {edited === null && (
        <SegmentedControl
          aria-labelledby="compose-when"
          data={[...kinds]}
          value={when.kind}
          onChange={(kind) => {
            const chosen = kinds.find(({ value }) => value === kind)
            if (chosen) setWhen(initial[chosen.value](Date.now()))
          }}
          style={{ alignSelf: 'flex-start' }}
        />
      )}
      {when.kind === 'time' && (
        <ZonedTimeField
          value={when}
          problem={timeProblem(when, time)}
          onChange={(value) => setWhen({ ...when, ...value })}
        />
      )}
      {when.kind === 'slot' && <NextSlots accounts={accounts} />}
      {when.kind !== 'now' && (
        <details className={styles['more']}>
          <summary>If it cannot go out in time</summary>
          <OnLateField value={onLate} onChange={(late) => onChange((before) => ({ ...before, onLate: late }))} />
        </details>
      )}
    </Stack>
  )
}
