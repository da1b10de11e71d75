import type { PublishWithAttempts } from '@carillon/client'
import { Alert, Button, Code, Grid, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { api } from '../../data/api.ts'
import { pollingInterval } from '../../data/polling.ts'
import { accountsQuery } from '../../data/queries.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { networks } from '../../ui/networks.ts'
import { Page } from '../../ui/page.tsx'
import { OutsideLink, TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { AttemptTimeline } from './attempt-timeline.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { PostPreview } from './post-preview.tsx'
import styles from './publishes.module.css'
import { durationWords, isActive, statusWords } from './status.ts'
import { StatusBadge } from './status-badge.tsx'

function usePublish(publishId: string) {
  return useQuery({
    queryKey: ['publishes', 'one', publishId],
    queryFn: async ({ signal }) =>
      (await api.get('/posts/publishes/{publishId}', { path: { publishId }, signal })).data,
    refetchInterval: ({ state }) => pollingInterval(state.data ? isActive(state.data) : false),
  })
}

/** Why the publish failed, or what the network did otherwise than requested. */
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
          <a href={`/docs/errors#${error.code}`}>What this means and what to do</a>
        </Group>
      </Stack>
    </Alert>
  )
}

function Facts({ publish }: { publish: PublishWithAttempts }) {
  const { publishId, platform, accountId, profileId, postIds, createdAt, durationMs, requestId } = publish
  const { data } = useQuery(accountsQuery(profileId))
  const account = data?.accounts.find((one) => one.accountId === accountId)
  return (
    <dl className={styles['facts']}>
      <dt>Network</dt>
      <dd>
        <Group gap={6} wrap="nowrap">
          <NetworkIcon platform={platform} size={18} named />
          {networks[platform].name}
        </Group>
      </dd>
      <dt>Account</dt>
      <dd>
        <TextLink to={`/accounts/${accountId}`} inherit>
          <Foreign inherit>{account?.displayName ?? account?.displayIdentifier ?? 'Account'}</Foreign>
        </TextLink>
      </dd>
      <dt>Requested</dt>
      <dd>
        <Time at={createdAt} />
      </dd>
      {durationMs !== null && (
        <>
          <dt>Took</dt>
          <dd>{durationWords(durationMs)}</dd>
        </>
      )}
      {postIds.length > 0 && (
        <>
          <dt>{postIds.length === 1 ? 'Post id' : 'Post ids'}</dt>
          <dd className="foreign">
            {postIds.map((id) => (
              <div key={id}>
                <Code>{id}</Code>
              </div>
            ))}
          </dd>
        </>
      )}
      {requestId && (
        <>
          <dt>Request id</dt>
          <dd className="foreign">
            <Code>{requestId}</Code>
          </dd>
        </>
      )}
      <dt>Publish id</dt>
      <dd className="foreign">
        <Code>{publishId}</Code>
      </dd>
    </dl>
  )
}

function Details({ publish }: { publish: PublishWithAttempts }) {
  const [isDeciding, setDeciding] = useState(false)
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="lg">
          <Stack gap="xs">
            <StatusBadge status={publish.status} />
            <Text size="sm" role="status">
              {statusWords[publish.status].meaning}
            </Text>
            {publish.status === 'unknown' && (
              <Group>
                <Button size="xs" variant="default" onClick={() => setDeciding(true)}>
                  Say what you found
                </Button>
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

/** One publish: its status, the post, and everything that was tried. */
export default function PublishPage() {
  const { publishId = '' } = useParams()
  const { data: publish, error, refetch } = usePublish(publishId)
  const actions = publish && (
    <>
      <CopyButton text={window.location.href} label="Copy link" />
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
      description={<TextLink to="/publishes">All publishes</TextLink>}
      actions={actions}
    >
      {publish && <Details publish={publish} />}
      {!publish && error && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {!publish && !error && <Skeleton height={320} radius="md" role="status" aria-label="Loading" />}
    </Page>
  )
}
