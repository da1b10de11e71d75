import { Group, Stack, Text, TextInput } from '@mantine/core'
import { cityOf, dayAndTimeIn, instantOf, isSameClock, viewerZone } from '../data/schedules/zoned-time.ts'
import { useNow } from './now.ts'
import { relativeDay, relativeTime } from './time-words.ts'
import { ZoneSelect } from './zone-select.tsx'

/** A local time, to the minute, in a zone of the IANA database: 2026-12-24T18:00 in Europe/Berlin. */
export interface ZonedTime {
  local: string
  timeZone: string
}

export interface ZonedTimeFieldProps {
  value: ZonedTime
  /** Why the time cannot be used. */
  problem: string | null
  onChange(value: ZonedTime): void
}

const dayMs = 86_400_000

/** How far away an instant is: in hours at first, then in days of the calendar. */
function distanceWords(instant: string, now: number): string {
  return Date.parse(instant) - now < dayMs ? relativeTime(instant, now) : relativeDay(instant, now)
}

/** What the time is for the viewer, and how far away it is. */
function Reading({ value: { local, timeZone } }: Pick<ZonedTimeFieldProps, 'value'>) {
  const now = useNow()
  const instant = instantOf(local, timeZone)
  if (instant === null) return null
  const own = viewerZone()
  const here = isSameClock(instant, timeZone, own)
    ? ''
    : `${dayAndTimeIn(instant, own)} in ${cityOf(own)}, your zone · `
  return (
    <Text size="sm" c="dimmed" role="status">
      {dayAndTimeIn(instant, timeZone)} in {cityOf(timeZone)} · {here}
      {distanceWords(instant, now)}
    </Text>
  )
}

/** Day, time of day and zone. */
export function ZonedTimeField({ value, problem, onChange }: ZonedTimeFieldProps) {
  const { local, timeZone } = value
  const [day = '', time = ''] = local.split('T')
  return (
    <Stack gap={6}>
      <Group align="flex-start" gap="sm">
        <TextInput
          label="Day"
          type="date"
          value={day}
          onChange={({ currentTarget }) => onChange({ ...value, local: `${currentTarget.value}T${time}` })}
          error={problem !== null}
          flex="1 1 140px"
          maw={200}
        />
        <TextInput
          label="Time"
          type="time"
          value={time}
          onChange={({ currentTarget }) => onChange({ ...value, local: `${day}T${currentTarget.value}` })}
          error={problem !== null}
          flex="1 1 100px"
          maw={140}
        />
        <ZoneSelect
          label="Time zone"
          value={timeZone}
          onChange={(zone) => onChange({ ...value, timeZone: zone })}
          flex="2 1 180px"
          maw={280}
        />
      </Group>
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <Reading value={value} />
    </Stack>
  )
}
