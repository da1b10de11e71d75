import type { Schedule } from '@carillon/client'
import { Group, NumberInput, Select } from '@mantine/core'

type OnLate = Schedule['onLate']

/** The text for each thing that can happen to a scheduled post that is late. */
export const lateWords: Readonly<Record<OnLate['then'], string>> = {
  hold: 'Hold it until somebody decides',
  publish: 'Publish it, however late',
  fail: 'Do not publish it',
}

const isThen = (text: string | null): text is OnLate['then'] => text !== null && text in lateWords

/**
 * Fields for the rule for a scheduled post that cannot be published in time, for example because Carillon was down:
 * what happens, and after how many minutes (1 to 1440).
 */
export function OnLateField({ value, onChange }: { value: OnLate; onChange(value: OnLate): void }) {
  return (
    <Group align="flex-start" gap="sm">
      <Select
        label="If it is late"
        data={Object.entries(lateWords).map(([then, label]) => ({ value: then, label }))}
        value={value.then}
        onChange={(then) => isThen(then) && onChange({ ...value, then })}
        allowDeselect={false}
        flex="2 1 220px"
        maw={360}
      />
      <NumberInput
        label="Late after (minutes)"
        value={value.afterMinutes}
        onChange={(minutes) => typeof minutes === 'number' && onChange({ ...value, afterMinutes: minutes })}
        min={1}
        max={1440}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        flex="1 1 140px"
        maw={200}
      />
    </Group>
  )
}
