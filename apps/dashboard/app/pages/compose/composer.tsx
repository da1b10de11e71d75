import type { Account, Platform } from '@carillon/client'
import { Alert, Grid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useAccess } from '../../data/access.ts'
import { type Facts, useFacts } from '../../data/facts.ts'
import { Icon } from '../../ui/icon.tsx'
import { useCompleteUploads } from '../../uploads/uploads.ts'
import { AccountPicker } from './account-picker.tsx'
import styles from './compose.module.css'
import { type Draft, filesOf } from './draft/draft.ts'
import type { OpenedDraft } from './draft/live-drafts.ts'
import { useDraft } from './draft/use-draft.ts'
import { useKeptUploads } from './draft/use-kept-uploads.ts'
import { postForm } from './form/post-schema.ts'
import { postSchemasQuery } from './form/post-schemas-query.ts'
import { NetworkPanel } from './network-panel.tsx'
import { NetworkTabs } from './network-tabs.tsx'
import { PublishBar } from './publish-bar.tsx'
import { PublishResults } from './publish-results.tsx'
import type { Readiness } from './readiness.ts'
import { WhenField } from './schedule/when-field.tsx'
import { type Target, useSending } from './use-sending.ts'

/**
 * The chosen accounts, each with the form of its network. An account whose form is not loaded yet, or whose network has
 * none, is left out.
 */
function useTargets(accounts: readonly Account[], chosen: readonly string[]): Target[] {
  const { data } = useQuery(postSchemasQuery)
  return useMemo(
    () =>
      accounts
        .filter(({ accountId }) => chosen.includes(accountId))
        .flatMap((account) => {
          const form = data ? postForm(data, account.platform) : null
          return form ? [{ account, form }] : []
        }),
    [accounts, chosen, data],
  )
}

/**
 * Makes the browser ask for confirmation before the tab is closed while files are being uploaded, since it would lose
 * them.
 */
function useLeaveWarning(isUploading: boolean): void {
  useEffect(() => {
    if (!isUploading) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUploading])
}

const canPublish = (facts: Facts | undefined, platform: Platform) =>
  Boolean(facts?.capabilities['posts.publish']?.cells[platform])

interface EditingProps extends Pick<ReturnType<typeof useDraft>, 'draft' | 'change' | 'saving'> {
  accounts: readonly Account[]
  targets: readonly Target[]
  facts: Facts | undefined
  optionsFor: Parameters<typeof useSending>[0]['optionsFor']
  onPublish(targets: readonly Target[]): void
}

/**
 * The editor of a draft: accounts, time, content, a panel for each account, and the bar that publishes it on the
 * accounts that are ready.
 */
function Editing({ draft, change, saving, accounts, targets, facts, optionsFor, onPublish }: EditingProps) {
  const [readiness, setReadiness] = useState<Readonly<Record<string, Readiness>>>({})
  const note = useCallback(
    (accountId: string, one: Readiness) => setReadiness((all) => ({ ...all, [accountId]: one })),
    [],
  )
  const kept = useKeptUploads(draft)
  const files = filesOf(draft)
  const canSchedule = useAccess().can('schedules:write')
  useLeaveWarning(useCompleteUploads(files) < files.length)
  const forms = [...new Map(targets.map(({ form }) => [form.platform, form])).values()]
  const states = targets.map(({ account: { accountId } }) => ({
    accountId,
    readiness: readiness[accountId] ?? ('checking' as const),
  }))
  return (
    <>
      {draft.reason !== null && (
        <Alert
          color={draft.edited === null ? 'red' : 'yellow'}
          variant="light"
          icon={<Icon name="alert" />}
          title={draft.edited === null ? 'Why it was not published' : 'Before you save'}
        >
          <Text size="sm" className="foreign">
            {draft.reason}
          </Text>
        </Alert>
      )}
      {draft.edited === null && (
        <AccountPicker
          accounts={accounts}
          isPublishable={(platform) => canPublish(facts, platform)}
          chosen={draft.accountIds}
          onChange={(accountIds) => change((before) => ({ ...before, accountIds }))}
        />
      )}
      {canSchedule && <WhenField draft={draft} accounts={targets.map(({ account }) => account)} onChange={change} />}
      {targets.length === 0 ? (
        <Text size="sm" c="dimmed">
          Choose one or more accounts. Each gets a publish of its own.
        </Text>
      ) : (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: 5 }}>
            <div className={styles['editor']}>
              <NetworkTabs draft={draft} forms={forms} kept={kept} onChange={change} />
            </div>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="md">
              {targets.map(({ account, form }) => (
                <NetworkPanel
                  key={account.accountId}
                  account={account}
                  form={form}
                  draft={draft}
                  kept={kept}
                  sending={optionsFor(account.platform)}
                  onChange={change}
                  onReadiness={note}
                />
              ))}
            </Stack>
          </Grid.Col>
        </Grid>
      )}
      {targets.length > 0 && (
        <PublishBar
          files={files}
          accounts={states}
          saving={saving}
          draft={draft}
          onPublish={() => onPublish(targets.filter(({ account }) => readiness[account.accountId] === 'ready'))}
        />
      )}
    </>
  )
}

export interface ComposerProps {
  profileId: string
  accounts: readonly Account[]
  /** Returns the draft; called once. */
  open(): OpenedDraft
  /** Whether the draft follows another one that was scheduled, so that the text field gets the focus. */
  isNext: boolean
  onNew(): void
  /** Called with a draft that was scheduled, to begin one for the same accounts a day later. */
  onNext(before: Pick<Draft, 'accountIds' | 'when' | 'onLate'>): void
}

/**
 * Edits a draft, and publishes or schedules it; then shows the results. `open` is called once: change the `key` for
 * another draft.
 */
export function Composer({ profileId, accounts, open, isNext, onNew, onNext }: ComposerProps) {
  const facts = useFacts()
  const [opened] = useState(open)
  const { draft, change, saving, store, finish } = useDraft(profileId, opened)
  const targets = useTargets(accounts, draft.accountIds)
  const optionsFor = (platform: Platform) => ({
    uploadsUrl: facts?.uploadsUrl ?? '',
    takesForms: Boolean(facts?.capabilities['posts.upload']?.cells[platform]),
  })
  const { sent, send, clear } = useSending({ draft, change, store, accounts, optionsFor })
  const isDone = sent.length > 0 && draft.accountIds.length === 0 && draft.sendings.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last account is published on.
  useEffect(() => {
    if (isDone) finish()
  }, [isDone])
  useEffect(() => {
    if (isNext) document.querySelector('textarea')?.focus()
  }, [isNext])
  if (sent.length > 0) {
    return (
      <PublishResults
        sent={[...sent].sort((a, b) => a.account.platform.localeCompare(b.account.platform))}
        left={draft.accountIds.length}
        isEdit={draft.edited !== null}
        onContinue={clear}
        onNew={onNew}
        onNext={() => onNext({ ...draft, accountIds: sent.map(({ account }) => account.accountId) })}
      />
    )
  }
  if (!facts) return null
  return (
    <Editing
      draft={draft}
      change={change}
      saving={saving}
      accounts={accounts}
      targets={targets}
      facts={facts}
      optionsFor={optionsFor}
      onPublish={(ready) => send(ready).catch(reportError)}
    />
  )
}
