import { Button, Group, MultiSelect, Select, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Facts } from '../../data/facts.ts'
import { profilesQuery } from '../../data/queries.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { BudgetsField } from './budgets-field.tsx'
import { JobField } from './job-field.tsx'
import type { KeyDraft } from './key-draft.ts'
import { ScopesField } from './scopes-field.tsx'

interface FieldsProps {
  facts: Facts
  draft: KeyDraft
  onChange(changes: Partial<KeyDraft>): void
}

/** The purpose of the key and, on request, each of its scopes. */
function ScopeFields({ facts, draft: { scopes }, onChange }: FieldsProps) {
  const [isOpen, setOpen] = useState(false)
  const change = (next: readonly KeyDraft['scopes'][number][]) => onChange({ scopes: next })
  return (
    <Stack gap="sm">
      <JobField facts={facts} scopes={scopes} onChange={change} />
      <Switch
        label="Choose each scope"
        checked={isOpen}
        onChange={({ currentTarget: { checked } }) => setOpen(checked)}
        aria-expanded={isOpen}
      />
      {isOpen && <ScopesField all={facts.keys.scopes} scopes={scopes} onChange={change} />}
    </Stack>
  )
}

interface LimitFieldsProps extends Omit<FieldsProps, 'facts'> {
  expiries: readonly { value: string; label: string }[]
}

/** The limits of the key: profiles, budgets, IP addresses and expiry. */
function LimitFields({ draft, expiries, onChange }: LimitFieldsProps) {
  const { data: profiles = [] } = useQuery(profilesQuery)
  const { profileIds, budgets, allowedIps, days, scopes } = draft
  return (
    <Section title="Limits">
      <MultiSelect
        label="Profiles"
        placeholder={profileIds.length === 0 ? 'All profiles' : ''}
        data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
        value={[...profileIds]}
        onChange={(chosen) => onChange({ profileIds: chosen })}
        searchable
        maxValues={50}
        nothingFoundMessage="No profile matches"
        hidePickedOptions
      />
      <BudgetsField scopes={scopes} budgets={budgets} onChange={(changed) => onChange({ budgets: changed })} />
      <TagsInput
        label="IP addresses"
        description="Addresses or networks, such as 203.0.113.0/24, each followed by Enter. Without one, it works from everywhere."
        placeholder={allowedIps.length === 0 ? 'From everywhere' : ''}
        value={[...allowedIps]}
        onChange={(chosen) => onChange({ allowedIps: chosen })}
        maxTags={20}
        acceptValueOnBlur
      />
      <Select
        label="Expires"
        data={[...expiries]}
        value={days}
        onChange={(chosen) => chosen !== null && onChange({ days: chosen })}
        allowDeselect={false}
        maw={240}
      />
    </Section>
  )
}

export interface KeyFormProps {
  facts: Facts
  draft: KeyDraft
  expiries: LimitFieldsProps['expiries']
  /** A sentence that says why the form cannot be submitted; null if it can. */
  problem: string | null
  submitLabel: string
  isPending: boolean
  error: unknown
  onChange(changes: Partial<KeyDraft>): void
  onSubmit(): void
  /** Shown above the submit button. */
  children?: ReactNode
}

/** The form that creates or changes a key. `onChange` gets the fields that have changed. */
export function KeyForm({ facts, draft, problem, isPending, error, onChange, onSubmit, ...props }: KeyFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem === null && !isPending) onSubmit()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xl" maw={760}>
        <TextInput
          label="Name"
          description="The program that uses it. Use one key for each, so that you can delete one without the others."
          value={draft.name}
          onChange={({ currentTarget: { value } }) => onChange({ name: value })}
          maxLength={200}
          required
          withAsterisk={false}
        />
        <ScopeFields facts={facts} draft={draft} onChange={onChange} />
        <LimitFields draft={draft} expiries={props.expiries} onChange={onChange} />
        {props.children}
        {error ? <ErrorNotice error={error} /> : null}
        <Group gap="sm">
          <Button type="submit" loading={isPending} disabled={problem !== null}>
            {props.submitLabel}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {problem}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
