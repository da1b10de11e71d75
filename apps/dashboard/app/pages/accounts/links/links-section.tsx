import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProfileId } from '../../../data/profile.ts'
import { Allowed } from '../../../ui/allowed.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { networks, platforms } from '../../../ui/networks.ts'
import { notifyDone } from '../../../ui/notify.ts'
import { Section } from '../../../ui/section.tsx'
import { Time } from '../../../ui/time.tsx'
import { linksQuery, useDeleteLink } from './use-links.ts'

type Link = Awaited<ReturnType<NonNullable<ReturnType<typeof linksQuery>['queryFn']>>>[number]

const namesOf = ({ platforms: chosen }: Link): string =>
  chosen.length === platforms.length ? 'All social networks' : chosen.map((one) => networks[one].name).join(', ')

function DeleteDialog({ link, onClose }: { link: Link; onClose(): void }) {
  const remove = useDeleteLink(useProfileId())
  const confirm = () =>
    remove.mutate(link.id, {
      onSuccess: () => {
        onClose()
        notifyDone('The link was deleted.')
      },
    })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this link?"
      confirmLabel="Delete link"
      onConfirm={confirm}
      mutation={remove}
    >
      <Text size="sm">Its page stops working at once. Accounts that were connected with it stay connected.</Text>
    </ConfirmDialog>
  )
}

/** The profile's links that have not expired, each with a button that deletes it; nothing if none exist. */
export function LinksSection() {
  const { data: links = [] } = useQuery(linksQuery(useProfileId()))
  const [deleted, setDeleted] = useState<Link | null>(null)
  if (links.length === 0 && deleted === null) return null
  return (
    <Section title="Links for customers" description="Pages on which customers connect accounts of this profile.">
      <DataTable
        label="Links for customers"
        rows={links}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Social networks', role: 'main', cell: namesOf },
          { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { header: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never') },
          { header: 'Ends', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
          {
            header: 'Actions',
            isHeaderHidden: true,
            role: 'actions',
            cell: (link) => (
              <Allowed scope="accounts:write">
                <Button size="xs" variant="default" onClick={() => setDeleted(link)}>
                  Delete
                </Button>
              </Allowed>
            ),
          },
        ]}
      />
      {deleted && <DeleteDialog link={deleted} onClose={() => setDeleted(null)} />}
    </Section>
  )
}
