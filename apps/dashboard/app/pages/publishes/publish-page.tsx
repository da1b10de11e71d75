import type { PublishWithAttempts } from '@carillon/client'
import { Alert, Anchor, Button, Code, Grid, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import { useAccess } from '../../data/access.ts'
import { publishQuery } from '../../data/publish-status.ts'
import { accountsQuery } from '../../data/queries.ts'
import { scheduleOfPublishQuery } from '../../data/schedules/schedules.ts'
import { accountName } from '../../ui/account-name.ts'
import { CopyAs } from '../../ui/copy-as.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { dueWords } from '../../ui/due-words.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { networks } from '../../ui/networks.ts'
import { Page } from '../../ui/page.tsx'
import { PublishStatusBadge } from '../../ui/publish-status-badge.tsx'
import { publishStatuses } from '../../ui/publish-statuses.ts'
import { OutsideLink, TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { AttemptTimeline } from './attempt-timeline.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { PostPreview } from './post-preview.tsx'
import { durationWords } from './status.ts'

/** Why the publish failed, or what the network did differently from the request; nothing if there is no error. */
function PublishError({ publish: { status, error } }: { publish: PublishWithAttempts }) {
  if (!error) return null
  const isFailure = status !== 'published'
  return (
    <Alert
      color={isFailure ? 'red' : 'yellow'}
      variant="light"
      icon={<Icon name="alert" />}
      title={isFailure ? 'Why' : 'Published otherwise than requested'}
    >
      <Stack gap={6} align="flex-start">
        <Text size="sm" className="foreign">
          {error.message}
        </Text>
        <Group gap="sm">
          <Code>{error.code}</Code>
          <Anchor size="sm" href={`/docs/errors#${error.code}`} underline="always">
            What this means and what to do
          </Anchor>
        </Group>
      </Stack>
    </Alert>
  )
}

/** The id of the publish's request, as a link to the request if the key has `audit:read`. */
function RequestLink({ requestId }: { requestId: string }) {
  const id = <Code>{requestId}</Code>
  if (!useAccess().can('audit:read')) return id
  return <TextLink to={`/requests?request=${encodeURIComponent(requestId)}`}>{id}</TextLink>
}

/**
 * The schedule that became a publish; null if none exists, while it is being read, and for keys without
 * `schedules:read`.
 */
function useScheduleOf(publishId: string) {
  const enabled = useAccess().can('schedules:read')
  return useQuery({ ...scheduleOfPublishQuery(publishId), enabled }).data ?? null
}

function Facts({ publish }: { publish: PublishWithAttempts }) {
  const { publishId, platform, accountId, profileId, postIds, createdAt, durationMs, requestId } = publish
  const { data } = useQuery(accountsQuery(profileId))
  const schedule = useScheduleOf(publishId)
  const account = data?.accounts.find((one) => one.accountId === accountId)
  const rows: (readonly [string, ReactNode])[] = [
    [
      'Network',
      <Group key="network" gap={6} wrap="nowrap">
        <NetworkIcon platform={platform} size={18} named />
        {networks[platform].name}
      </Group>,
    ],
    [
      'Account',
      <TextLink key="account" to={`/accounts/${accountId}`} inherit>
        <Foreign inherit>{account ? accountName(account) : 'Account'}</Foreign>
      </TextLink>,
    ],
    ['Requested', <Time key="requested" at={createdAt} />],
  ]
  if (schedule) {
    const link = (
      <TextLink key="schedule" to={`/calendar/${schedule.scheduleId}`} inherit>
        {dueWords(schedule.publishAt)}
      </TextLink>
    )
    rows.push(['Scheduled for', link])
  }
  if (durationMs !== null) rows.push(['Took', durationWords(durationMs)])
  if (postIds.length > 0) {
    const ids = postIds.map((id) => <Code key={id}>{id}</Code>)
    rows.push([
      postIds.length === 1 ? 'Post id' : 'Post ids',
      <Stack key="posts" gap={6} align="flex-start">
        {ids}
      </Stack>,
    ])
  }
  if (requestId) rows.push(['Request', <RequestLink key="request" requestId={requestId} />])
  rows.push(['Publish id', <Code key="publish">{publishId}</Code>])
  return <DefinitionList rows={rows} />
}

function Details({ publish }: { publish: PublishWithAttempts }) {
  const [isDeciding, setDeciding] = useState(false)
  const { can } = useAccess()
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="lg">
          <Stack gap="xs">
            <div>
              <PublishStatusBadge status={publish.status} />
            </div>
            <Text size="sm" role="status">
              {publishStatuses[publish.status].meaning}
            </Text>
            {publish.status === 'unknown' && can('posts:write') && (
              <Group>
                <Button size="xs" onClick={() => setDeciding(true)}>
                  Say what you found
                </Button>
              </Group>
            )}
            {publish.status === 'failed' && can('posts:write') && (
              <Group>
                <LinkButton to={`/compose?publish=${publish.publishId}`} size="xs">
                  Edit and publish again
                </LinkButton>
              </Group>
            )}
            {isDeciding && <DecideDialog publish={publish} onClose={() => setDeciding(false)} />}
          </Stack>
          <PublishError publish={publish} />
          <Stack gap="xs">
            <Title order={2} size="h5">
              Post
            </Title>
            <PostPreview {...publish} />
          </Stack>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="lg">
          <Paper withBorder p="md">
            <Facts publish={publish} />
          </Paper>
          <Stack gap="sm">
            <Title order={2} size="h5">
              What happened
            </Title>
            <AttemptTimeline publish={publish} />
          </Stack>
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

/** The page of the publish in the path: its status, the post, and all attempts. */
export default function PublishPage() {
  const { publishId = '' } = useParams()
  const { data: publish, error, refetch } = useQuery(publishQuery(publishId))
  const actions = publish && (
    <>
      <CopyButton text={window.location.href} label="Copy link" />
      <CopyAs request={{ method: 'GET', url: `${window.location.origin}/api/v1/posts/publishes/${publishId}` }} />
      {publish.permalink && (
        <OutsideLink href={publish.permalink} size="sm">
          View on {networks[publish.platform].name}
        </OutsideLink>
      )}
    </>
  )
  return (
    <Page
      title={publish ? `Publish on ${networks[publish.platform].name}` : 'Publish'}
      back={{ to: '/publishes', label: 'All publishes' }}
      actions={actions}
    >
      {publish && <Details publish={publish} />}
      {!publish && error && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {!publish && !error && <Skeleton height={320} radius="md" role="status" aria-label="Loading" />}
    </Page>
  )
}
