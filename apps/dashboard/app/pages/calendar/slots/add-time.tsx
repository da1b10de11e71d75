import { Button, Chip, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Weekday } from '../../../data/schedules/slots.ts'
import { weekdayName, weekdayShort, weekdays } from './slot-plan.ts'

const workdays: readonly Weekday[] = weekdays.slice(0, 5)

/** A form that adds a time (HH:MM) to several weekdays at once; Monday to Friday and 09:00 initially. */
export function AddTime({ onAdd }: { onAdd(days: readonly Weekday[], time: string): void }) {
  const [time, setTime] = useState('09:00')
  const [days, setDays] = useState<readonly Weekday[]>(workdays)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (time !== '' && days.length > 0) onAdd(days, time)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Text size="sm" fw={600} id="slots-add">
          Add a time
        </Text>
        <Group gap="sm" align="center">
          <TextInput
            aria-label="Time"
            type="time"
            value={time}
            onChange={({ currentTarget }) => setTime(currentTarget.value)}
            w={130}
          />
          <Chip.Group
            multiple
            value={[...days]}
            onChange={(chosen) => setDays(weekdays.filter((one) => chosen.includes(one)))}
          >
            <Group gap={6} role="group" aria-label="Days">
              {weekdays.map((one) => (
                <Chip key={one} value={one} variant="outline" radius="md" aria-label={weekdayName(one)}>
                  {weekdayShort(one)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Button type="submit" variant="default" disabled={time === '' || days.length === 0}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
