import { MultiSelect } from '@mantine/core'
import { type EventSelector, useEventSelectors } from './event-selector.ts'

export interface EventTypesFieldProps {
  label: string
  /** Whether the label is read out and not shown. */
  isLabelHidden?: boolean
  description?: string
  placeholder?: string
  flex?: string
  value: readonly EventSelector[]
  onChange(value: EventSelector[]): void
}

/** Chooses types of events, and patterns that stand for several. */
export function EventTypesField({ label, isLabelHidden = false, value, onChange, ...props }: EventTypesFieldProps) {
  const selectors = useEventSelectors()
  return (
    <MultiSelect
      {...props}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      data={selectors.map((one) => ({ value: one, label: one === '*' ? 'All types' : one }))}
      value={[...value]}
      onChange={(chosen) => onChange(selectors.filter((one) => chosen.includes(one)))}
      searchable
      nothingFoundMessage="No type matches"
      hidePickedOptions
    />
  )
}
