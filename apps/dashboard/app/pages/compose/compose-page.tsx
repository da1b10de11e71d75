import type { Account, Platform } from '@carillon/client'
import { Button, Grid, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { api } from '../../data/api.ts'
import { useFacts } from '../../data/facts.ts'
import { useProfileId } from '../../data/profile.ts'
import { accountsQuery } from '../../data/queries.ts'
import { unchecked } from '../../data/unchecked.ts'
import { accountName } from '../../ui/account-name.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { networks } from '../../ui/networks.ts'
import { Page } from '../../ui/page.tsx'
import { discardUpload, useCompleteUploads, useUploadPercent } from '../../uploads/uploads.ts'
import { AccountPicker } from './account-picker.tsx'
import { bodyOf, type Sending, slotFor } from './body.ts'
import styles from './compose.module.css'
import type { CropTarget, MediaRule } from './crop.ts'
import { type Draft, type DraftPart, filesOf, newDraft, newPart } from './draft.ts'
import { NetworkPanel } from './network-panel.tsx'
import { PartEditor } from './part-editor.tsx'
import { type PostForm, postForm, type TextLength } from './post-schema.ts'
import { postSchemasQuery } from './post-schemas-query.ts'
import { PublishResults, type Sent } from './publish-results.tsx'

interface Target {
  account: Account
  form: PostForm
  length: TextLength | undefined
  rules: readonly MediaRule[]
}

/** The chosen accounts, each with the form of its network. */
function useTargets(accounts: readonly Account[], chosen: readonly string[]): Target[] {
  const { data } = useQuery(postSchemasQuery)
  return useMemo(
    () =>
      accounts
        .filter(({ accountId }) => chosen.includes(accountId))
        .flatMap((account) => {
          const schema = data?.schemas[account.platform]
          if (!schema) return []
          const form = postForm(schema, data?.textFields[account.platform] ?? [])
          const { platform } = account
          return [{ account, form, length: data?.textLengths[platform], rules: data?.mediaRules[platform] ?? [] }]
        }),
    [accounts, chosen, data],
  )
}

/** The media rules of each chosen network for the media of a part, in the field that would contain them. */
function cropTargets(targets: readonly Target[], part: DraftPart, draft: Draft): CropTarget[] {
  const found = new Map<string, CropTarget>()
  for (const { account, form, rules } of targets) {
    const { platform } = account
    const slots = part === draft.first ? form.slots : (form.thread?.slots ?? [])
    const slot = slotFor(slots, part.media, draft.slots[platform])
    found.set(platform, { name: networks[platform].name, rules: rules.filter(({ field }) => field === slot?.field) })
  }
  return [...found.values()]
}

function Editor({
  draft,
  targets,
  onChange,
}: {
  draft: Draft
  targets: readonly Target[]
  onChange(draft: Draft): void
}) {
  const forms = targets.map(({ form }) => form)
  const threads = forms.flatMap(({ thread }) => thread ?? [])
  const maxThread = Math.max(0, ...threads.map(({ max }) => max))
  return (
    <Stack gap="md">
      {forms.some(({ title }) => title) && (
        <TextInput
          label="Title"
          description={targets
            .filter(({ form }) => form.title)
            .map(({ account }) => accountName(account))
            .join(', ')}
          value={draft.title}
          onChange={({ currentTarget: { value } }) => onChange({ ...draft, title: value })}
        />
      )}
      <PartEditor
        label="Text"
        part={draft.first}
        slots={forms.flatMap(({ slots }) => slots)}
        targets={cropTargets(targets, draft.first, draft)}
        onChange={(first) => onChange({ ...draft, first })}
      />
      {maxThread > 0 &&
        draft.thread.map((part, index) => (
          <PartEditor
            key={part.id}
            label={`Thread, post ${index + 2}`}
            part={part}
            slots={threads.flatMap(({ slots }) => slots)}
            targets={cropTargets(targets, part, draft)}
            onChange={(changed) =>
              onChange({ ...draft, thread: draft.thread.map((one) => (one.id === changed.id ? changed : one)) })
            }
            onRemove={() => onChange({ ...draft, thread: draft.thread.filter(({ id }) => id !== part.id) })}
          />
        ))}
      {draft.thread.length < maxThread && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onChange({ ...draft, thread: [...draft.thread, newPart()] })}
          >
            Add a post to the thread
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Sends a draft: one publish for each account, none of them again without being asked to. */
function useSending(draft: Draft, sendingTo: (platform: Platform) => Omit<Sending, 'purpose'>) {
  const client = useQueryClient()
  const [sent, setSent] = useState<readonly Sent[]>([])
  const note = (one: Sent) =>
    setSent((all) => [...all.filter(({ account }) => account.accountId !== one.account.accountId), one])
  async function send({ account, form }: Target) {
    note({ account, state: 'sending' })
    try {
      const sending = { account, ...sendingTo(account.platform), purpose: 'publish' } as const
      const body = unchecked(await bodyOf(form, draft, sending))
      note({ account, state: 'sent', publish: (await api.post('/posts', { body })).data })
    } catch (error) {
      note({ account, state: 'failed', error })
    }
    await client.invalidateQueries({ queryKey: ['publishes'] })
  }
  return { sent, send, clear: () => setSent([]) }
}

function Uploading({ files }: { files: readonly File[] }) {
  const percent = useUploadPercent(files)
  return (
    <Text size="sm" c="dimmed">
      {`Uploading: ${percent} %`}
    </Text>
  )
}

function Composer({ accounts }: { accounts: readonly Account[] }) {
  const facts = useFacts()
  const [draft, setDraft] = useState<Draft>(() => newDraft([]))
  const [valid, setValid] = useState<Readonly<Record<string, boolean>>>({})
  const targets = useTargets(accounts, draft.accountIds)
  const sendingTo = (platform: Platform) => ({
    uploadsUrl: facts?.uploadsUrl ?? '',
    takesForms: Boolean(facts?.capabilities['posts.upload']?.cells[platform]),
  })
  const { sent, send, clear } = useSending(draft, sendingTo)
  const files = filesOf(draft)
  const isUploading = useCompleteUploads(files) < files.length
  const noteValidated = useCallback(
    (accountId: string, isValid: boolean) => setValid((all) => ({ ...all, [accountId]: isValid })),
    [],
  )
  const isReady =
    facts !== undefined &&
    !isUploading &&
    targets.length > 0 &&
    targets.every(({ account }) => valid[account.accountId])
  if (sent.length > 0) {
    return (
      <PublishResults
        sent={[...sent].sort((a, b) => a.account.platform.localeCompare(b.account.platform))}
        onRetry={(account) => {
          const target = targets.find((one) => one.account.accountId === account.accountId)
          if (target) send(target).catch(reportError)
        }}
        onNew={() => {
          clear()
          files.forEach(discardUpload)
          setDraft(newDraft([]))
        }}
      />
    )
  }
  return (
    <>
      <AccountPicker
        accounts={accounts}
        isPublishable={(platform) => Boolean(facts?.capabilities['posts.publish']?.cells[platform])}
        chosen={draft.accountIds}
        onChange={(accountIds) => setDraft({ ...draft, accountIds })}
      />
      {targets.length === 0 ? (
        <Text size="sm" c="dimmed">
          Choose one or more accounts. Each gets a publish of its own.
        </Text>
      ) : (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Editor draft={draft} targets={targets} onChange={setDraft} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack gap="md">
              {targets.map(({ account, form, length }) => (
                <NetworkPanel
                  key={account.accountId}
                  account={account}
                  form={form}
                  length={length}
                  draft={draft}
                  sending={sendingTo(account.platform)}
                  onChange={setDraft}
                  onValidated={noteValidated}
                />
              ))}
            </Stack>
          </Grid.Col>
        </Grid>
      )}
      <Group className={styles['bar'] ?? ''} justify="flex-end">
        {isUploading && <Uploading files={files} />}
        <Button disabled={!isReady} onClick={() => Promise.all(targets.map(send)).catch(reportError)}>
          {targets.length > 1 ? `Publish on ${targets.length} accounts` : 'Publish'}
        </Button>
      </Group>
    </>
  )
}

/** Writes a post for one or more accounts, with what publishing would say shown while it is written. */
export default function ComposePage() {
  const profileId = useProfileId()
  const list = useQuery(accountsQuery(profileId))
  const accounts = list.data?.accounts ?? []
  return (
    <Page title="Compose" description="Problems are shown while you write; nothing is sent before you publish.">
      <ListStates
        list={list}
        isEmpty={accounts.length === 0}
        empty={
          <EmptyState title="No account yet" action={<LinkButton to="/accounts">Connect an account</LinkButton>}>
            Posts are published on connected accounts.
          </EmptyState>
        }
      >
        <Composer key={profileId} accounts={accounts} />
      </ListStates>
    </Page>
  )
}
