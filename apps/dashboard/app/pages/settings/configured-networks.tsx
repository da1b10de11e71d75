import type { Platform } from '@carillon/client'
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Facts, factsQuery } from '../../data/facts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { networks } from '../../ui/networks.ts'
import { Section } from '../../ui/section.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

const platforms = Object.keys(networks).filter((name): name is Platform => name in networks)

/** What a social network has to approve, of each of its logins. */
function reviewOf(facts: Facts | undefined, platform: Platform): string {
  const reviews = Object.values(facts?.logins[platform] ?? {}).map(({ review }) => review)
  const text = [...new Set(reviews)].join('; ').replaceAll('`', '')
  return text === '' ? 'None' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** For which social networks this deployment has credentials. They are set where it runs, not here. */
export function ConfiguredNetworks() {
  const list = useQuery(factsQuery)
  return (
    <Section
      title="Social networks"
      description={
        <>
          Credentials are settings of the deployment. <code>npm run admin doctor</code> says what is missing.
        </>
      }
    >
      <ListStates list={list} isEmpty={false} empty={null}>
        <DataTable
          label="Social networks"
          rows={platforms}
          keyOf={(platform) => platform}
          columns={[
            {
              header: 'Social network',
              role: 'main',
              cell: (platform) => (
                <Group gap="sm" wrap="nowrap">
                  <NetworkIcon platform={platform} named />
                  {networks[platform].name}
                </Group>
              ),
            },
            {
              header: 'Credentials',
              cell: (platform) =>
                list.data?.configured.includes(platform) ? (
                  <StatusBadge color="green">Set</StatusBadge>
                ) : (
                  <StatusBadge color="gray">Not set</StatusBadge>
                ),
            },
            {
              header: 'Approval required',
              role: 'wide',
              cell: (platform) => (
                <Text inherit span c="dimmed">
                  {reviewOf(list.data, platform)}
                </Text>
              ),
            },
          ]}
        />
      </ListStates>
    </Section>
  )
}
