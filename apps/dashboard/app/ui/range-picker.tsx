import { Group, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { lastDays, limitsOf, presetsOf, problemOf, type Range, type RangeRules } from '../data/ranges.ts'

export interface RangePickerProps {
  rules: RangeRules
  day: string
  /** Null for the default range of the report. `day` is the current day, YYYY-MM-DD. */
  range: Range | null
  onChange(range: Range | null): void
}

const own = 'own'

/**
 * Chooses the days of a report: one of the usual lengths, or a first and a last day. `onChange` gets valid ranges only,
 * and null for the default one.
 */
export function RangePicker({ rules, day, range, onChange }: RangePickerProps) {
  const preset = presetsOf(rules).find((length) => {
    const { startDate, endDate } = lastDays(length, rules, day)
    return range ? startDate === range.startDate && endDate === range.endDate : length === rules.defaultDays
  })
  const [isOwn, setOwn] = useState(preset === undefined)
  const [draft, setDraft] = useState<Range>(range ?? lastDays(rules.defaultDays, rules, day))
  const { min, max } = limitsOf(rules, day)
  const problem = problemOf(draft, rules, day)
  const change = (change: Partial<Range>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    if (problemOf(next, rules, day) === null) onChange(next)
  }
  const limits = { max, ...(min !== null && { min }) }
  return (
    <Group align="flex-start" gap="sm" w={{ base: '100%', sm: 'auto' }}>
      <Select
        label="Days"
        data={[
          ...presetsOf(rules).map((length) => ({ value: String(length), label: `Last ${length} days` })),
          { value: own, label: 'Own range' },
        ]}
        value={isOwn ? own : String(preset)}
        onChange={(value) => {
          setOwn(value === own)
          if (value === own || value === null) return
          const next = lastDays(Number(value), rules, day)
          setDraft(next)
          onChange(Number(value) === rules.defaultDays ? null : next)
        }}
        allowDeselect={false}
        w={{ base: '100%', sm: 170 }}
      />
      {isOwn && (
        <>
          <TextInput
            label="First day"
            type="date"
            {...limits}
            value={draft.startDate}
            onChange={({ currentTarget: { value } }) => change({ startDate: value })}
            error={problem}
            w={{ base: '100%', sm: 170 }}
          />
          <TextInput
            label="Last day"
            type="date"
            {...limits}
            value={draft.endDate}
            onChange={({ currentTarget: { value } }) => change({ endDate: value })}
            w={{ base: '100%', sm: 170 }}
          />
        </>
      )}
    </Group>
  )
}
