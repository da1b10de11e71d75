import { Checkbox, MultiSelect, NumberInput, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { instantOf, localIn, viewerZone } from '../../data/schedules/zoned-time.ts'
import { OutsideLink } from '../../ui/text-link.tsx'
import styles from './compose.module.css'
import { FramePicker, ImagePicker } from './cover-picker.tsx'
import type { DraftMedia, SettingValue } from './draft/draft.ts'
import { flagValue, isOn } from './form/flags.ts'
import { labelOf, valueWords } from './form/labels.ts'
import type { Setting } from './form/post-schema.ts'

interface FieldProps {
  setting: Setting
  /** The media of the post. */
  media: readonly DraftMedia[]
  value: SettingValue | undefined
  /** Called with the new value; undefined leaves the field out of the request. */
  onChange(value: SettingValue | undefined): void
}

/** A field for a point in time, in the browser's time zone. While what is entered is no valid time, the value stays. */
function TimeField({ setting: { name }, value, onChange }: FieldProps) {
  const change = (local: string) => {
    const instant = instantOf(local, viewerZone())
    if (local === '' || instant !== null) onChange(instant ?? undefined)
  }
  return (
    <TextInput
      type="datetime-local"
      label={labelOf(name)}
      value={typeof value === 'string' ? localIn(value, viewerZone()) : ''}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

/** A field whose values are chosen by the names in `hint.choices`; of several values if it is a list. */
function ChoiceField({ setting: { name, schema, hint, isRequired }, value, onChange }: FieldProps) {
  const label = labelOf(name)
  const data = Object.entries(hint.choices ?? {}).map(([one, words]) => ({ value: one, label: words }))
  const clear = { clearable: !isRequired, clearButtonProps: { 'aria-label': `Clear ${label}` } }
  if (schema.type === 'array') {
    return (
      <MultiSelect
        label={label}
        data={data}
        value={Array.isArray(value) ? value : []}
        onChange={(next) => onChange(next.length > 0 ? next : undefined)}
        maxValues={schema.maxItems ?? Number.POSITIVE_INFINITY}
        searchable
        nothingFoundMessage="None is called so"
        {...clear}
      />
    )
  }
  return (
    <Select
      label={label}
      data={data}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange(next ?? undefined)}
      required={isRequired}
      searchable
      nothingFoundMessage="None is called so"
      {...clear}
    />
  )
}

const pickers = { frame: FramePicker, image: ImagePicker }

/** The input for one setting, by its hint and its schema. */
function SettingField(props: FieldProps) {
  const { setting, media, value, onChange } = props
  const { name, schema, isRequired, hint } = setting
  const label = labelOf(name)
  if (hint.choices) return <ChoiceField {...props} />
  if (hint.picks) {
    const Picker = pickers[hint.picks]
    const usual = typeof schema.default === 'number' ? schema.default : 0
    const chosen = typeof value === 'number' ? value : undefined
    return <Picker label={label} media={media} value={chosen} usual={usual} onChange={onChange} />
  }
  if (schema.enum) {
    return (
      <Select
        label={label}
        data={schema.enum.map((one) => ({ value: one, label: valueWords(one) }))}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => onChange(next ?? undefined)}
        placeholder={typeof schema.default === 'string' ? valueWords(schema.default) : undefined}
        required={isRequired}
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
      />
    )
  }
  if (schema.type === 'boolean' || schema.const === true) {
    return (
      <Checkbox
        label={
          <>
            {label}
            {isRequired && <span className={styles['asterisk']}> *</span>}
          </>
        }
        description={
          hint.terms && (
            <OutsideLink href={hint.terms.url} inherit underline="always">
              {hint.terms.title}
            </OutsideLink>
          )
        }
        checked={isOn(setting, value)}
        required={isRequired}
        onChange={({ currentTarget: { checked } }) => onChange(flagValue(setting, checked))}
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
  if (schema.format === 'date-time') return <TimeField {...props} />
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
  media: readonly DraftMedia[]
  values: Readonly<Record<string, SettingValue>>
  onChange(update: (values: Readonly<Record<string, SettingValue>>) => Record<string, SettingValue>): void
}

/** The maximum number of optional fields that are shown without unfolding them. */
const shownAtOnce = 2

/**
 * The fields that only this network has: the required ones, then the optional ones, folded if there are more than two.
 * `onChange` gets a function from the current values to the new ones.
 */
export function SettingsForm({ settings, media, values, onChange }: SettingsFormProps) {
  const required = settings.filter(({ isRequired }) => isRequired)
  const others = settings.filter(({ isRequired }) => !isRequired)
  const fieldOf = (setting: Setting) => (
    <SettingField
      key={setting.name}
      setting={setting}
      media={media}
      value={values[setting.name]}
      onChange={(value) =>
        onChange(({ [setting.name]: _before, ...rest }) =>
          value === undefined ? rest : { ...rest, [setting.name]: value },
        )
      }
    />
  )
  if (settings.length === 0) return null
  return (
    <Stack gap="sm">
      {required.map(fieldOf)}
      {others.length <= shownAtOnce ? (
        others.map(fieldOf)
      ) : (
        <details className={styles['more']}>
          <summary>More settings ({others.length})</summary>
          <Stack gap="sm" mt="xs">
            {others.map(fieldOf)}
          </Stack>
        </details>
      )}
    </Stack>
  )
}
