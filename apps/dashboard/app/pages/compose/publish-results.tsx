import type { Publish, Schedule } from '@carillon/client'
import { Button, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { publishQuery } from '../../data/publish-status.ts'
import { accountName } from '../../ui/account-name.ts'
import { dueWords } from '../../ui/due-words.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { PublishStatusBadge } from '../../ui/publish-status-badge.tsx'
import { publishStatuses } from '../../ui/publish-statuses.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { OutsideLink, TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import type { Sent } from './use-sending.ts'

function Followed({ publish: first }: { publish: Publish }) {
  const { publishId } = first
  const { data: publish = first } = useQuery(publishQuery(publishId))
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <PublishStatusBadge status={publish.status} />
        <TextLink to={`/publishes/${publishId}`} size="sm">
          Details
        </TextLink>
        {publish.status === 'failed' && (
          <TextLink to={`/compose?publish=${publishId}`} size="sm">
            Edit and publish again
          </TextLink>
        )}
        {publish.permalink && (
          <OutsideLink href={publish.permalink} size="sm">
            View post
          </OutsideLink>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {publish.error?.message ?? publishStatuses[publish.status].meaning}
      </Text>
    </Stack>
  )
}

function Scheduled({ schedule: { scheduleId, publishAt } }: { schedule: Schedule }) {
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <StatusBadge color="blue">Scheduled</StatusBadge>
        <TextLink to={`/calendar/${scheduleId}`} size="sm">
          Details
        </TextLink>
      </Group>
      <Text size="sm" c="dimmed">
        {dueWords(publishAt)}
      </Text>
      {publishAt.note && <Text size="sm">{publishAt.note}</Text>}
    </Stack>
  )
}

/** Buttons for the next post and the calendar, after posts were scheduled. The first one gets the focus. */
function AfterScheduling({ isNextOffered, onNext }: { isNextOffered: boolean; onNext(): void }) {
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.querySelector<HTMLElement>('button, a')?.focus(), [])
  return (
    <Stack gap={6}>
      <Group ref={first}>
        {isNextOffered && <Button onClick={onNext}>Schedule the next post</Button>}
        <LinkButton to="/calendar" variant="default">
          Open the calendar
        </LinkButton>
      </Group>
      {isNextOffered && (
        <Text size="sm" c="dimmed">
          The next post is for the same accounts: a day later, or at their next free slots.
        </Text>
      )}
    </Stack>
  )
}

function Lost({ until }: { until: number }) {
  return (
    <Group gap="xs" role="status" align="flex-start" wrap="nowrap">
      <Loader size="xs" aria-hidden mt={4} />
      <Text size="sm" component="div">
        The response was lost. Carillon looks whether the post was stored, and sends nothing again. This is known{' '}
        <Time at={new Date(until).toISOString()} /> at the latest. You can go on meanwhile: the draft has the result.
      </Text>
    </Group>
  )
}

export interface PublishResultsProps {
  sent: readonly Sent[]
  /** The number of accounts to which the draft has not been sent, or not successfully. */
  left: number
  /** Whether the draft changed an existing schedule. */
  isEdit: boolean
  onContinue(): void
  onNew(): void
  /** Called to begin a post for the same accounts a day later. */
  onNext(): void
}

/** The results of sending a draft, one for each account; publishes are polled until they have ended. */
export function PublishResults({ sent, left, isEdit, onContinue, onNew, onNext }: PublishResultsProps) {
  const isSending = sent.some(({ state }) => state === 'sending')
  // The draft cannot be sent again before it is known whether it was.
  const isOpen = isSending || sent.some(({ state }) => state === 'lost')
  const isScheduled = !isOpen && sent.some(({ state }) => state === 'scheduled')
  return (
    <Stack gap="sm">
      {sent.map((one) => (
        <Paper key={one.account.accountId} withBorder p="md">
          <Group align="flex-start" gap="sm" wrap="nowrap">
            <NetworkIcon platform={one.account.platform} />
            <Stack gap={4} flex={1} miw={0}>
              <Foreign fw={500} size="sm">
                {accountName(one.account)}
              </Foreign>
              {one.state === 'sending' && (
                <Group gap="xs" role="status">
                  <Loader size="xs" aria-hidden />
                  <Text size="sm">Sending…</Text>
                </Group>
              )}
              {one.state === 'lost' && <Lost until={one.until} />}
              {one.state === 'scheduled' && <Scheduled schedule={one.schedule} />}
              {one.state === 'sent' && <Followed publish={one.publish} />}
              {one.state === 'failed' && <ErrorNotice error={one.error} />}
            </Stack>
          </Group>
        </Paper>
      ))}
      {left > 0 && !isOpen && (
        <Text size="sm" c="dimmed">
          {left === 1
            ? 'The draft stays for one account that the post was not sent to.'
            : `The draft stays for ${left} accounts that the post was not sent to.`}
        </Text>
      )}
      {isScheduled && <AfterScheduling isNextOffered={!isEdit && left === 0} onNext={onNext} />}
      <Group>
        {left > 0 && (
          <Button onClick={onContinue} disabled={isOpen}>
            Continue with the draft
          </Button>
        )}
        {!isScheduled && (
          <Button variant="default" onClick={onNew} disabled={isSending}>
            Compose another post
          </Button>
        )}
      </Group>
    </Stack>
  )
}
