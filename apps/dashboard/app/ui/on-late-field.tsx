import type { Schedule } from '@carillon/client'
import { Group, NumberInput, Select } from '@mantine/core'

type OnLate = Schedule['onLate']

/** What happens to a post that cannot go out in time. */
export const lateWords: Readonly<Record<OnLate['then'], string>> = {
  hold: 'Hold it until somebody decides',
  publish: 'Publish it, however late',
  fail: 'Do not publish it',
}

const isThen = (text: string | null): text is OnLate['then'] => text !== null && text in lateWords

/** What happens to a scheduled post that cannot go out in time, for example because Carillon was down. */
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
