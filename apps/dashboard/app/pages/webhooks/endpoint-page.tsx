import type { WebhookEndpointWithHealth } from '@carillon/client'
import { Alert, Code, Paper, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { useAccess } from '../../data/access.ts'
import { profilesQuery } from '../../data/queries.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { Page } from '../../ui/page.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { endpointQuery } from './endpoint-queries.ts'
import { healthWords } from './endpoint-words.ts'
import { Types } from './types-words.tsx'

/** The name of the profile whose events are delivered; its id if the key cannot read the name. */
function ProfileName({ profileId }: { profileId: string }) {
  const { data } = useQuery({ ...profilesQuery, enabled: useAccess().can('profiles:read') })
  const name = data?.find(({ id }) => id === profileId)?.name
  return name === undefined ? <Code>{profileId}</Code> : <Foreign inherit>{name}</Foreign>
}

const timeOrNever = (at: string | null) => (at === null ? 'Never' : <Time at={at} />)

function Facts({ endpoint }: { endpoint: WebhookEndpointWithHealth }) {
  const { id, types, profileId, description, headerNames, createdAt, health } = endpoint
  const { label, color } = healthWords(endpoint)
  const rows: (readonly [string, ReactNode])[] = [
    [
      'Health',
      <StatusBadge key="health" color={color}>
        {label}
      </StatusBadge>,
    ],
    ['Last success', timeOrNever(health.lastSuccessAt)],
    ['Last failure', timeOrNever(health.lastFailureAt)],
    ['Pending deliveries', `${health.pending}`],
    ['Failed attempts', `${health.failing24h} in the last 24 hours`],
    ['Types', <Types key="types" types={types} />],
    ['Events of', profileId === null ? 'The organization' : <ProfileName key="profile" profileId={profileId} />],
    ['Headers', headerNames.length === 0 ? 'None' : headerNames.join(', ')],
    ['Created', timeOrNever(createdAt)],
    ['Endpoint id', <Code key="id">{id}</Code>],
  ]
  if (description) rows.unshift(['Description', <bdi key="description">{description}</bdi>])
  return <DefinitionList rows={rows} />
}

function Details({ endpoint }: { endpoint: WebhookEndpointWithHealth }) {
  const { color, label, text } = healthWords(endpoint)
  const isBad = color === 'red' || color === 'orange'
  return (
    <Stack gap="lg">
      {isBad && (
        <Alert color={color} variant="light" title={label}>
          {text}
        </Alert>
      )}
      <Paper withBorder p="md">
        <Facts endpoint={endpoint} />
      </Paper>
      <Deliveries endpoint={endpoint} />
    </Stack>
  )
}

/** The page of the endpoint in the path: its health, its actions, and its deliveries. */
export default function EndpointPage() {
  const { endpointId = '' } = useParams()
  const { data: endpoint, error, refetch } = useQuery(endpointQuery(endpointId))
  const canWrite = useAccess().can('webhooks:write')
  return (
    <Page
      title={endpoint?.url ?? 'Webhook endpoint'}
      back={{ to: '/webhooks', label: 'All endpoints' }}
      actions={endpoint && canWrite && <EndpointActions endpoint={endpoint} />}
    >
      {endpoint && <Details endpoint={endpoint} />}
      {!endpoint && error && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {!endpoint && !error && <Skeleton height={320} radius="md" role="status" aria-label="Loading" />}
    </Page>
  )
}
