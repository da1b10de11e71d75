import { Skeleton } from '@mantine/core'
import { useFacts } from '../../data/facts.ts'
import { Page } from '../../ui/page.tsx'
import { NewKeyForm } from './new-key-form.tsx'

export default function NewKeyPage() {
  const facts = useFacts()
  return (
    <Page title="Create a key" back={{ to: '/keys', label: 'All keys' }}>
      {facts ? <NewKeyForm facts={facts} /> : <Skeleton height={320} radius="md" role="status" aria-label="Loading" />}
    </Page>
  )
}
