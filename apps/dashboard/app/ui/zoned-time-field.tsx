import { Group, Stack, Text, TextInput } from '@mantine/core'
import { cityOf, dayAndTimeIn, instantOf, isSameClock, viewerZone } from '../data/schedules/zoned-time.ts'
import { useNow } from './now.ts'
import { relativeDay, relativeTime } from './time-words.ts'
import { ZoneSelect } from './zone-select.tsx'

/**
 * A local time, to the minute, in an IANA time zone: 2026-12-24T18:00 in Europe/Berlin. While a part is not entered,
 * `local` is incomplete, such as `T18:00`.
 */
export interface ZonedTime {
  local: string
  timeZone: string
}

export interface ZonedTimeFieldProps {
  value: ZonedTime
  /** Why the time cannot be used, shown below the fields; null if it can. */
  problem: string | null
  onChange(value: ZonedTime): void
}

const dayMs = 86_400_000

/**
 * The distance of an instant (ISO 8601) from `now` (ms since 1970): in hours or less below one day ahead, otherwise in
 * calendar days.
 */
function distanceWords(instant: string, now: number): string {
  return Date.parse(instant) - now < dayMs ? relativeTime(instant, now) : relativeDay(instant, now)
}

/**
 * The entered time in words, also in the browser's zone if clocks differ there, and its distance from now. Nothing if
 * it is not valid.
 */
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

/** Fields for the day, the time of day and the time zone. `onChange` gets the value also while it is incomplete. */
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
