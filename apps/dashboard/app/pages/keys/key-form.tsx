import type { ApiKey } from '@carillon/client'
import { Button, Group, MultiSelect, Select, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../data/api.ts'
import type { Facts } from '../../data/facts.ts'
import { profilesQuery } from '../../data/queries.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { noteNavigation } from '../../ui/navigation.ts'
import { Section } from '../../ui/section.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { BudgetsField } from './budgets-field.tsx'
import { JobField } from './job-field.tsx'
import { createBody, draftOf, emptyDraft, type KeyDraft, problemOf } from './key-draft.ts'
import { expiries } from './key-expiry.ts'
import { jobOf } from './key-jobs.ts'
import { Narrower } from './narrower.tsx'
import { ScopesField } from './scopes-field.tsx'

interface FieldsProps {
  facts: Facts
  draft: KeyDraft
  onChange(changes: Partial<KeyDraft>): void
}

/** What the key is for, then exactly which scopes that takes. */
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

/** What the key reaches, how much, from where and until when. */
function LimitFields({ draft, onChange }: Omit<FieldsProps, 'facts'>) {
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

/** Describes a key and creates it. `narrowed` is the key that it is to replace, with less access. */
export function KeyForm({ facts, narrowed }: { facts: Facts; narrowed: ApiKey | null }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState(() => (narrowed ? draftOf(narrowed) : emptyDraft))
  const change = (changes: Partial<KeyDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => (await api.post('/keys', { body: createBody(draft, Date.now()) })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  })
  const close = () => {
    noteNavigation()
    navigate(narrowed ? `/keys/${narrowed.keyId}` : `/keys/${data?.keyId ?? ''}`)
  }
  if (data) return <ShownOnce noun="key" value={data.apiKey} onClose={close} />
  const problem = problemOf(draft, jobOf(draft.scopes, facts.keys.presets)?.id === 'assistant')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem === null && !isPending) mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xl" maw={760}>
        <TextInput
          label="Name"
          description="The program that uses it. Use one key for each, so that you can delete one without the others."
          value={draft.name}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
          maxLength={200}
          required
          withAsterisk={false}
        />
        <ScopeFields facts={facts} draft={draft} onChange={change} />
        <LimitFields draft={draft} onChange={change} />
        {narrowed && <Narrower apiKey={narrowed} draft={draft} />}
        {error ? <ErrorNotice error={error} /> : null}
        <Group gap="sm">
          <Button type="submit" loading={isPending} disabled={problem !== null}>
            Create key
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {problem}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
