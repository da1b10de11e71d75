import type { Account, PostValidation } from '@carillon/client'
import { Alert, Badge, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { accountName } from '../../ui/account-name.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { networks } from '../../ui/networks.ts'
import { mediaProblem, type Sending } from './body.ts'
import styles from './compose.module.css'
import type { Draft } from './draft.ts'
import { labelOf } from './labels.ts'
import { fittingSlots, type PostForm, type TextLength } from './post-schema.ts'
import { SettingsForm } from './settings-form.tsx'
import { lengthOf } from './text-length.ts'
import { useValidation } from './use-validation.ts'

type Problem = PostValidation['problems'][number]

function placeOf({ path }: Problem): string {
  return path.map((part) => (/^\d+$/.test(part) ? `${Number(part) + 1}` : labelOf(part))).join(' › ')
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  return (
    <Alert color="red" variant="light" title={problems.length === 1 ? 'One problem' : `${problems.length} problems`}>
      <Stack gap={4}>
        {problems.map((problem) => (
          <Text key={`${problem.code} ${problem.path.join('.')} ${problem.message}`} size="sm" className="foreign">
            {problem.path.length > 0 && <strong>{placeOf(problem)}: </strong>}
            {problem.message}
          </Text>
        ))}
      </Stack>
    </Alert>
  )
}

function Conversions({ media }: { media: PostValidation['media'] }) {
  const changed = media.filter(({ conversions }) => conversions.length > 0)
  if (changed.length === 0) return null
  return (
    <Text size="sm" c="dimmed" component="div">
      {changed.map(({ path, conversions }) => (
        <div key={path.join('.')}>
          {placeOf({ code: 'invalid_media', path, message: '', limit: null, actual: null })} is converted:{' '}
          {conversions.map(({ property, from, to }) => `${labelOf(property).toLowerCase()} ${from} → ${to}`).join(', ')}
          .
        </div>
      ))}
    </Text>
  )
}

function Charges({ charges }: { charges: PostValidation['charges'] }) {
  if (charges.length === 0) return null
  const total = charges.reduce((sum, { amount }) => sum + Number(amount), 0)
  return (
    <Text size="sm">
      This post costs <strong>${total.toFixed(3)}</strong>:{' '}
      {charges.map(({ operation, count }) => `${count} × ${operation}`).join(', ')}.
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
  length: TextLength | undefined
  draft: Draft
  sending: Omit<Sending, 'purpose'>
  onChange(draft: Draft): void
  /** Tells whether the draft can be published on this account now. */
  onValidated(accountId: string, isValid: boolean): void
}

/** One account: the fields of its network, what publishing would say now, and what it would cost. */
export function NetworkPanel(props: NetworkPanelProps) {
  const { account, form, length, draft, sending, onChange, onValidated } = props
  const { accountId, platform } = account
  const { data, error, refetch, isCurrent, isChecking } = useValidation(form, draft, { account, ...sending })
  const wrongMedia = mediaProblem(form, draft)
  const isValid = isCurrent && data?.valid === true && wrongMedia === null
  useEffect(() => onValidated(accountId, isValid), [accountId, isValid, onValidated])
  const slots = fittingSlots(
    form.slots,
    draft.first.media.map(({ kind }) => kind),
  )
  return (
    <Paper withBorder p="md" component="section" aria-label={`${networks[platform].name}: settings and problems`}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <NetworkIcon platform={platform} />
            <Foreign fw={500} size="sm" truncate="end">
              {accountName(account)}
            </Foreign>
          </Group>
          <Badge variant="default" tt="none" flex="none" role="status">
            {isValid ? 'Ready' : isChecking && !wrongMedia ? 'Checking…' : 'Not ready'}
          </Badge>
        </Group>
        {length && <Counter length={length} text={draft.first.text} />}
        {slots.length > 1 && draft.first.media.length > 0 && (
          <Select
            label="Publish the media as"
            data={slots.map(({ field }) => ({ value: field, label: labelOf(field) }))}
            value={draft.slots[platform] ?? slots[0]?.field ?? null}
            onChange={(field) => field && onChange({ ...draft, slots: { ...draft.slots, [platform]: field } })}
            allowDeselect={false}
          />
        )}
        <SettingsForm
          settings={form.settings}
          values={draft.settings[platform] ?? {}}
          onChange={(values) => onChange({ ...draft, settings: { ...draft.settings, [platform]: values } })}
        />
        {draft.thread.length > 0 && !form.thread && (
          <Text size="sm" c="dimmed">
            {networks[platform].name} has no threads: only the first post is published there.
          </Text>
        )}
        {wrongMedia && (
          <Problems problems={[{ code: 'invalid_media', path: [], message: wrongMedia, limit: null, actual: null }]} />
        )}
        {!wrongMedia && isCurrent && data && data.problems.length > 0 && <Problems problems={data.problems} />}
        {error && !isChecking && <ErrorNotice error={error} onRetry={() => refetch()} />}
        {data && <Conversions media={data.media} />}
        {data && <Charges charges={data.charges} />}
        {data?.preview.text && (
          <Stack gap={4}>
            <Text size="xs" c="dimmed">
              Preview
            </Text>
            <Foreign size="sm" className={`foreign ${styles['preview']}`} lineClamp={8}>
              {data.preview.text}
            </Foreign>
          </Stack>
        )}
      </Stack>
    </Paper>
  )
}
