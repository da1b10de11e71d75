import type { ApiKey } from '@carillon/client'
import { Button, Code, Group, Paper, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import { useAccess } from '../../data/access.ts'
import { keysQuery } from '../../data/organization.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { keyName } from '../../ui/key-name.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { BudgetUse } from './budget-use.tsx'
import { DeleteKeyDialog } from './delete-key-dialog.tsx'
import { Expiry } from './expiry.tsx'
import { Reach } from './reach.tsx'
import { ScopesWords } from './scopes-words.tsx'

function Facts({ apiKey }: { apiKey: ApiKey }) {
  const { keyId, scopes, allowedIps, expiresAt, createdAt, lastUsedAt, lastUsedIp, last4 } = apiKey
  const rows: (readonly [string, ReactNode])[] = [
    ['For', <ScopesWords key="for" scopes={scopes} />],
    [
      'Scopes',
      <Group key="scopes" gap={4}>
        {scopes.map((scope) => (
          <Code key={scope}>{scope}</Code>
        ))}
      </Group>,
    ],
    ['Reaches', <Reach key="reach" apiKey={apiKey} />],
    ['Budgets', <BudgetUse key="budgets" apiKey={apiKey} />],
    ['IP addresses', allowedIps === null ? 'Everywhere' : allowedIps.join(', ')],
    ['Expires', <Expiry key="expires" at={expiresAt} />],
    [
      'Last used',
      lastUsedAt ? (
        <span key="used">
          <Time at={lastUsedAt} />
          {lastUsedIp && ` from ${lastUsedIp}`}
        </span>
      ) : (
        'Never'
      ),
    ],
    ['Created', <Time key="created" at={createdAt} />],
    ['Ends in', <Code key="last4">{last4}</Code>],
    ['Key id', <Code key="id">{keyId}</Code>],
  ]
  return <DefinitionList rows={rows} />
}

function Actions({ apiKey }: { apiKey: ApiKey }) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <LinkButton to={`/keys/${apiKey.keyId}/edit`} size="xs" variant="default">
        Edit
      </LinkButton>
      <Button size="xs" variant="default" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      {isDeleting && <DeleteKeyDialog apiKey={apiKey} onClose={() => setDeleting(false)} />}
    </>
  )
}

function Links({ keyId }: ApiKey) {
  if (!useAccess().can('audit:read')) return null
  return (
    <Group gap="md">
      <TextLink to={`/requests?key=${keyId}`}>Requests of this key</TextLink>
      <TextLink to={`/activity?actor=${keyId}`}>Activity of this key</TextLink>
    </Group>
  )
}

/** The page of the key in the path: its scopes, limits, use of budgets, and last use. */
export default function KeyPage() {
  const { keyId = '' } = useParams()
  const { data: keys, error, refetch } = useQuery(keysQuery)
  const { can } = useAccess()
  const apiKey = keys?.find((key) => key.keyId === keyId)
  return (
    <Page
      title={apiKey ? keyName(apiKey) : 'API key'}
      back={{ to: '/keys', label: 'All keys' }}
      actions={apiKey && can('keys:write') && <Actions apiKey={apiKey} />}
    >
      {apiKey && (
        <Stack gap="lg">
          <Paper withBorder p="md">
            <Facts apiKey={apiKey} />
          </Paper>
          <Links {...apiKey} />
        </Stack>
      )}
      {keys && !apiKey && <EmptyState title="The key does not exist">It may have been deleted.</EmptyState>}
      {!keys && error && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {!keys && !error && <Skeleton height={320} radius="md" role="status" aria-label="Loading" />}
    </Page>
  )
}
