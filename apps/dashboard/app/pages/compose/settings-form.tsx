import { Checkbox, NumberInput, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import type { SettingValue } from './draft.ts'
import { labelOf, valueWords } from './labels.ts'
import type { Setting } from './post-schema.ts'

interface FieldProps {
  setting: Setting
  value: SettingValue | undefined
  /** Undefined leaves the field out of the request. */
  onChange(value: SettingValue | undefined): void
}

/** The local date and time that a `datetime-local` field shows for a point in time. */
function localTime(at: string): string {
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function TimeField({ setting: { name }, value, onChange }: FieldProps) {
  return (
    <TextInput
      type="datetime-local"
      label={labelOf(name)}
      value={typeof value === 'string' ? localTime(value) : ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value ? new Date(currentTarget.value).toISOString() : undefined)
      }
    />
  )
}

/** The field for one setting, chosen by its schema. */
function SettingField({ setting, value, onChange }: FieldProps) {
  const { name, schema, isRequired } = setting
  const label = labelOf(name)
  if (schema.enum) {
    return (
      <Select
        label={label}
        data={schema.enum.map((one) => ({ value: one, label: valueWords(one) }))}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => onChange(next ?? undefined)}
        placeholder={typeof schema.default === 'string' ? valueWords(schema.default) : undefined}
        required={isRequired}
        withAsterisk={false}
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      />
    )
  }
  if (schema.type === 'boolean' && isRequired) {
    return (
      <Select
        label={label}
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={value === undefined ? null : String(value)}
        onChange={(next) => onChange(next === null ? undefined : next === 'true')}
        required
        withAsterisk={false}
      />
    )
  }
  if (schema.type === 'boolean' || schema.const === true) {
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={({ currentTarget: { checked } }) => onChange(checked || undefined)}
      />
    )
  }
  if (schema.type === 'integer') {
    return (
      <NumberInput
        label={label}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        min={schema.minimum ?? 0}
        allowDecimal={false}
        {...(typeof schema.default === 'number' && { placeholder: String(schema.default) })}
      />
    )
  }
  if (schema.type === 'array') {
    return (
      <TagsInput
        label={label}
        value={Array.isArray(value) ? value : []}
        onChange={(next) => onChange(next.length > 0 ? next : undefined)}
        maxTags={schema.maxItems ?? Number.POSITIVE_INFINITY}
        placeholder="Enter one, then press Enter"
      />
    )
  }
  if (schema.format === 'date-time') return <TimeField setting={setting} value={value} onChange={onChange} />
  return (
    <TextInput
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      maxLength={schema.maxLength ?? 1_000}
    />
  )
}

export interface SettingsFormProps {
  settings: readonly Setting[]
  values: Readonly<Record<string, SettingValue>>
  onChange(values: Record<string, SettingValue>): void
}

/** The fields that only this network has, required ones first. */
export function SettingsForm({ settings, values, onChange }: SettingsFormProps) {
  const ordered = [...settings].sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
  return (
    <Stack gap="sm">
      {ordered.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          value={values[setting.name]}
          onChange={(value) => {
            const { [setting.name]: _before, ...others } = values
            onChange(value === undefined ? others : { ...others, [setting.name]: value })
          }}
        />
      ))}
    </Stack>
  )
}
