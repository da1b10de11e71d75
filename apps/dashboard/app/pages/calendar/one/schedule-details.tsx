import type { Account, Schedule } from '@carillon/client'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountsQuery } from '../../../data/queries.ts'
import { scheduledPost } from '../../../data/schedules/scheduled-post.ts'
import { AccountLabel } from '../../../ui/account-label.tsx'
import { CopyId } from '../../../ui/copy-id.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { dueWords } from '../../../ui/due-words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { networks } from '../../../ui/networks.ts'
import { lateWords } from '../../../ui/on-late-field.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Time } from '../../../ui/time.tsx'
import { postSchemasQuery } from '../../compose/form/post-schemas-query.ts'
import { PostPreview } from '../../publishes/post-preview.tsx'
import { scheduleStatuses, statusWords } from '../schedule-status.ts'

/** The codes of problems that are solved by connecting the account again. */
const ofConnection: readonly string[] = ['connection_expired', 'reconnect_required', 'missing_scope']

function Problem({ schedule: { problem, accountId, status } }: { schedule: Schedule }) {
  if (problem === null) return null
  return (
    <Alert
      color={status === 'failed' ? 'red' : 'orange'}
      variant="light"
      icon={<Icon name="alert" />}
      title={status === 'scheduled' ? 'What may prevent it' : 'Why'}
    >
      <Stack gap={6} align="flex-start">
        <Text size="sm" className="foreign">
          {problem.message}
        </Text>
        {ofConnection.includes(problem.code) && (
          <TextLink to={`/accounts/${accountId}`} size="sm">
            Show the account
          </TextLink>
        )}
      </Stack>
    </Alert>
  )
}

const minutesWords = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`)

function rowsOf(schedule: Schedule, account: Account | undefined): (readonly [string, ReactNode])[] {
  const { platform, publishAt, onLate, publishId, scheduleId, createdAt } = schedule
  const rows: (readonly [string, ReactNode])[] = [
    ['Account', account ? <AccountLabel key="account" account={account} isLink /> : networks[platform].name],
    ['Due', dueWords(publishAt)],
  ]
  if (publishAt.note) rows.push(['About the time', publishAt.note])
  rows.push(['If it is late', `${lateWords[onLate.then]} (later than ${minutesWords(onLate.afterMinutes)})`])
  if (publishId) {
    const link = (
      <TextLink key="publish" to={`/publishes/${publishId}`} inherit>
        Show the publish
      </TextLink>
    )
    rows.push(['Publish', link])
  }
  rows.push(['Scheduled', <Time key="created" at={createdAt} />])
  rows.push(['Id', <CopyId key="id" id={scheduleId} of="this schedule" />])
  return rows
}

/**
 * The details of a schedule: its status and problem, its post, account and time. The post is shown once the facts about
 * posts are loaded.
 */
export function ScheduleDetails({ schedule }: { schedule: Schedule }) {
  const { data: facts } = useQuery(postSchemasQuery)
  const { data } = useQuery(accountsQuery(schedule.profileId))
  const account = data?.accounts.find(({ accountId }) => accountId === schedule.accountId)
  const { label, color } = statusWords(schedule)
  const post = facts && scheduledPost(schedule, facts.textFields)
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StatusBadge color={color}>{label}</StatusBadge>
        <Text size="sm">{scheduleStatuses[schedule.status].meaning}</Text>
      </Group>
      <Problem schedule={schedule} />
      {post && <PostPreview text={post.texts.join('\n\n') || null} thread={[...post.thread]} media={[...post.media]} />}
      <DefinitionList rows={rowsOf(schedule, account)} />
    </Stack>
  )
}
