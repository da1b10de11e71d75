import type { WebhookEndpoint } from '@carillon/client'
import { Anchor, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccess } from '../../data/access.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Page } from '../../ui/page.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { endpointQuery, endpointsQuery } from './endpoint-queries.ts'
import { healthWords } from './endpoint-words.ts'
import { Types } from './types-words.tsx'

function Name({ endpoint: { id, url, description } }: { endpoint: WebhookEndpoint }) {
  return (
    <>
      <TextLink to={`/webhooks/${id}`} c="inherit" fw={500} inherit>
        <Foreign inherit>{url}</Foreign>
      </TextLink>
      {description && (
        <Text size="xs" c="dimmed" component="div">
          <Foreign inherit>{description}</Foreign>
        </Text>
      )}
    </>
  )
}

/** The health of an endpoint, read on its own, since the list does not contain it; nothing until it is read. */
function Health({ id }: { id: string }) {
  const { data } = useQuery(endpointQuery(id))
  if (!data) return null
  const { label, color } = healthWords(data)
  return <StatusBadge color={color}>{label}</StatusBadge>
}

function LastSuccess({ id }: { id: string }) {
  const { data } = useQuery(endpointQuery(id))
  if (!data) return null
  return data.health.lastSuccessAt ? <Time at={data.health.lastSuccessAt} /> : 'Never'
}

/** The webhook endpoints, with their health. */
export default function WebhooksPage() {
  const list = useQuery(endpointsQuery)
  const canWrite = useAccess().can('webhooks:write')
  const [isCreating, setCreating] = useState(false)
  const create = canWrite && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      Create endpoint
    </Button>
  )
  return (
    <Page
      title="Webhooks"
      description={
        <>
          Events are posted to your URLs, signed as{' '}
          <Anchor href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" inherit underline="always">
            Standard Webhooks
          </Anchor>{' '}
          describes, and repeated until they are received.
        </>
      }
      actions={create}
    >
      <ListStates
        list={list}
        isEmpty={!list.data?.length}
        empty={
          <EmptyState title="No endpoint yet" action={create}>
            Without one, programs read events from the list of events.
          </EmptyState>
        }
      >
        <DataTable
          label="Webhook endpoints"
          rows={list.data ?? []}
          keyOf={({ id }) => id}
          columns={[
            { header: 'URL', role: 'main', cell: (endpoint) => <Name endpoint={endpoint} /> },
            { header: 'Types', role: 'wide', cell: ({ types }) => <Types types={types} /> },
            { header: 'Health', cell: ({ id }) => <Health id={id} /> },
            { header: 'Last success', cell: ({ id }) => <LastSuccess id={id} /> },
          ]}
        />
      </ListStates>
      {isCreating && <EndpointDialog endpoint={null} onClose={() => setCreating(false)} />}
    </Page>
  )
}
