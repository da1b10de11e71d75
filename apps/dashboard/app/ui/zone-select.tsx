import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { allZones, viewerZone } from '../data/schedules/zoned-time.ts'

export interface ZoneSelectProps extends Omit<SelectProps, 'value' | 'data' | 'onChange'> {
  /** The IANA name of the chosen zone, such as Europe/Berlin. */
  value: string
  onChange(timeZone: string): void
}

/** The maximum number of zones in the list; others are found by a part of their name. */
const maxShown = 60

/** A select for a time zone, which is searched by a part of its name; the browser's own zone is the first. */
export function ZoneSelect({ value, onChange, ...props }: ZoneSelectProps) {
  const own = viewerZone()
  const data = useMemo(() => {
    const zones = [...new Set([own, value, ...allZones()])]
    const nameOf = (zone: string) => zone.replaceAll('_', ' ')
    return zones.map((zone) => ({ value: zone, label: zone === own ? `${nameOf(zone)} (your zone)` : nameOf(zone) }))
  }, [own, value])
  return (
    <Select
      data={data}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      allowDeselect={false}
      searchable
      limit={maxShown}
      nothingFoundMessage="No zone matches"
      onFocus={({ currentTarget }) => currentTarget.select()}
      {...props}
    />
  )
}
