import type { Account, PostValidation } from '@carillon/client'
import { Badge, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { amountWords, countedOperation } from '../../data/usage.ts'
import { accountName } from '../../ui/account-name.ts'
import { CopyAs } from '../../ui/copy-as.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { networks } from '../../ui/networks.ts'
import { AccountPicture } from '../../ui/picture.tsx'
import { useCompleteUploads } from '../../uploads/uploads.ts'
import styles from './compose.module.css'
import { type Change, contentFor, type Draft, filesFor, isEmpty } from './draft/draft.ts'
import type { KeptState } from './draft/use-kept-uploads.ts'
import { bodyOf, type Sending, settingsFor } from './form/body.ts'
import { draftProblems } from './form/draft-problems.ts'
import { labelOf } from './form/labels.ts'
import type { PostForm, TextLength } from './form/post-schema.ts'
import { otherProblems } from './form/problem-words.ts'
import { slotFor, slotsFor, suits } from './form/slot-choice.ts'
import { snippetRequest } from './form/snippet-request.ts'
import { lengthOf } from './form/text-length.ts'
import { PostPreview } from './preview/post-preview.tsx'
import { Conversions, ProblemsNotice } from './problems-notice.tsx'
import { type Readiness, readinessWords } from './readiness.ts'
import { SettingsForm } from './settings-form.tsx'
import { useValidation } from './use-validation.ts'

function Charges({ charges }: { charges: PostValidation['charges'] }) {
  if (charges.length === 0) return null
  const total = charges.reduce((sum, { amount }) => sum + Number(amount), 0)
  return (
    <Text size="sm">
      This costs <strong>{amountWords(String(total))}</strong>:{' '}
      {charges.map(({ operation, count }) => countedOperation(operation, count)).join(', ')}.
    </Text>
  )
}

function Counter({ length, text }: { length: TextLength; text: string }) {
  const count = lengthOf(text, length.unit)
  const isOver = count > length.max
  return (
    <Text size="xs" c={isOver ? 'var(--mantine-color-error)' : 'dimmed'}>
      {count.toLocaleString('en')} of {length.max.toLocaleString('en')}{' '}
      {length.unit === 'bytes' ? 'bytes' : 'characters'}
    </Text>
  )
}

export interface NetworkPanelProps {
  account: Account
  form: PostForm
  draft: Draft
  kept: ReadonlyMap<string, KeptState>
  sending: Omit<Sending, 'purpose'>
  onChange: Change<Draft>
  /** Called initially and after each change with whether the draft can be published on this account now. */
  onReadiness(accountId: string, readiness: Readiness): void
}

/** A choice of the field that contains the media; nothing if at most one can. */
function SlotChoice({ form, draft, onChange }: Pick<NetworkPanelProps, 'form' | 'draft' | 'onChange'>) {
  const { platform, rules } = form
  const { media } = contentFor(draft, platform).first
  const slots = slotsFor(form.slots, media, rules)
  if (media.length === 0 || slots.length < 2) return null
  const misfits = slots.filter((slot) => !suits(slot, media, rules))
  return (
    <Select
      label="Publish the media as"
      data={slots.map(({ field }) => ({ value: field, label: labelOf(field) }))}
      value={slotFor(form.slots, media, { rules, chosen: draft.slots[platform] })?.field ?? null}
      onChange={(field) =>
        field && onChange((before) => ({ ...before, slots: { ...before.slots, [platform]: field } }))
      }
      allowDeselect={false}
      {...(misfits.length > 0 && {
        description: `Does not fit: ${misfits.map(({ field }) => labelOf(field)).join(', ')}`,
      })}
    />
  )
}

/** The problems of the draft on this account, the composer's and the service's, with the state of the validation. */
function useReadiness({ account, form, draft, kept, sending }: Omit<NetworkPanelProps, 'onChange' | 'onReadiness'>) {
  const validation = useValidation(form, draft, { account, ...sending })
  const { data, isCurrent, isChecking } = validation
  const own = useMemo(() => draftProblems(form, draft, kept), [form, draft, kept])
  const files = filesFor(draft, form.platform)
  const isUploading = useCompleteUploads(files) < files.length
  const reported = isCurrent && data ? otherProblems(own, data.problems, form) : []
  const problems = [...own, ...reported]
  const isValid = isCurrent && data?.valid === true && own.length === 0
  const isWaiting = own.length === 0 && isChecking
  const valid: Readiness = isUploading ? 'uploading' : 'ready'
  const unready: Readiness = isEmpty(draft) ? 'empty' : 'attention'
  const readiness: Readiness = isValid ? valid : isWaiting ? 'checking' : unready
  return { ...validation, problems, readiness }
}

/**
 * The panel of one account: the preview of the post, its problems, the fields that only its network has, and the price.
 */
export function NetworkPanel({ onChange, onReadiness, ...props }: NetworkPanelProps) {
  const { account, form, draft } = props
  const { accountId, platform } = account
  const { data, error, refetch, isChecking, problems, readiness } = useReadiness(props)
  useEffect(() => onReadiness(accountId, readiness), [accountId, readiness, onReadiness])
  const content = contentFor(draft, platform)
  const { media, text } = content.first
  const slot = slotFor(form.slots, media, { rules: form.rules, chosen: draft.slots[platform] })
  const { name } = networks[platform]
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      id={`post-on-${accountId}`}
      tabIndex={-1}
      className={styles['panel'] ?? ''}
      aria-label={`${name}: preview, problems and settings`}
    >
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <AccountPicture account={account} size={28} />
            <Foreign fw={500} size="sm" truncate="end">
              {accountName(account)}
            </Foreign>
          </Group>
          <Badge
            variant="default"
            tt="none"
            flex="none"
            role="status"
            className={styles['readiness'] ?? ''}
            data-readiness={readiness}
          >
            {readinessWords[readiness]}
          </Badge>
        </Group>
        <ProblemsNotice problems={problems} isBegun={readiness !== 'empty'} content={content} form={form} />
        {error && !isChecking && <ErrorNotice error={error} onRetry={() => refetch()} />}
        <div className={styles['sides']}>
          <Stack gap={6}>
            <PostPreview account={account} form={form} draft={draft} />
            {form.length && <Counter length={form.length} text={text} />}
            {content.thread.length > 0 && !form.thread && (
              <Text size="sm" c="dimmed">
                {name} has no threads: only the first post is published there.
              </Text>
            )}
            {data && <Conversions media={data.media} content={content} form={form} />}
            {data && <Charges charges={data.charges} />}
            {readiness === 'ready' && (
              <div>
                <CopyAs
                  request={async () =>
                    snippetRequest(await bodyOf(form, draft, { account, ...props.sending, purpose: 'publish' }))
                  }
                />
              </div>
            )}
          </Stack>
          <Stack gap="sm">
            <SlotChoice form={form} draft={draft} onChange={onChange} />
            <SettingsForm
              settings={settingsFor(form, slot)}
              media={media}
              values={draft.settings[platform] ?? {}}
              onChange={(update) =>
                onChange((before) => {
                  const values = update(before.settings[platform] ?? {})
                  return { ...before, settings: { ...before.settings, [platform]: values } }
                })
              }
            />
          </Stack>
        </div>
      </Stack>
    </Paper>
  )
}
