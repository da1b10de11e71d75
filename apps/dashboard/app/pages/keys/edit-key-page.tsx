import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { useFacts } from '../../data/facts.ts'
import { keysQuery } from '../../data/organization.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { keyName } from '../../ui/key-name.ts'
import { Page } from '../../ui/page.tsx'
import { EditKeyForm } from './edit-key-form.tsx'

/** The page that changes the key in the path, and says which of its recent requests would then have been rejected. */
export default function EditKeyPage() {
  const facts = useFacts()
  const { keyId = '' } = useParams()
  const { data: keys, error, refetch } = useQuery(keysQuery)
  const apiKey = keys?.find((key) => key.keyId === keyId)
  return (
    <Page
      title={apiKey ? `Edit ${keyName(apiKey)}` : 'Edit a key'}
      description="Scopes and profiles can only be narrowed. The program goes on with the same key."
      back={{ to: `/keys/${keyId}`, label: apiKey ? keyName(apiKey) : 'API key' }}
    >
      {facts && apiKey && <EditKeyForm key={keyId} facts={facts} apiKey={apiKey} />}
      {keys && !apiKey && <EmptyState title="The key does not exist">It may have been deleted.</EmptyState>}
      {!keys && error && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {!(facts && keys) && !error && <Skeleton height={320} radius="md" role="status" aria-label="Loading" />}
    </Page>
  )
}
