import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFacts } from '../../data/facts.ts'
import { keysQuery } from '../../data/organization.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { keyName } from '../../ui/key-name.ts'
import { Page } from '../../ui/page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { KeyForm } from './key-form.tsx'

/** Creates a key; with `narrow`, one that has less access than an existing key and replaces it. */
export default function NewKeyPage() {
  const facts = useFacts()
  const [keyId] = useQueryParam('narrow')
  const { data: keys, error, refetch } = useQuery({ ...keysQuery, enabled: keyId !== null })
  const narrowed = keys?.find((key) => key.keyId === keyId) ?? null
  const isReady = facts && (keyId === null || keys)
  return (
    <Page
      title={narrowed ? `Narrow ${keyName(narrowed)}` : 'Create a key'}
      description={
        narrowed
          ? 'Access of a key never changes. Create one with less, use it in the program, then delete this one.'
          : undefined
      }
      back={narrowed ? { to: `/keys/${narrowed.keyId}`, label: keyName(narrowed) } : { to: '/keys', label: 'All keys' }}
    >
      {error && !keys ? <ErrorNotice error={error} onRetry={() => refetch()} /> : null}
      {isReady && <KeyForm key={narrowed?.keyId} facts={facts} narrowed={narrowed} />}
      {!isReady && !error && <Skeleton height={320} radius="md" role="status" aria-label="Loading" />}
    </Page>
  )
}
