import type { PlatformSetup } from '@carillon/client'
import { Code, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { platformsQuery } from '../../data/deployment.ts'
import { type Facts, useFacts } from '../../data/facts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { networks } from '../../ui/networks.ts'
import { Section } from '../../ui/section.tsx'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'

const states: Readonly<Record<PlatformSetup['state'], { label: string; color: StatusColor }>> = {
  ready: { label: 'Ready', color: 'green' },
  incomplete: { label: 'Settings missing', color: 'red' },
  not_configured: { label: 'Not configured', color: 'gray' },
}

/** The approvals that a social network requires for its logins, as one text; "Not known" if none is known. */
function reviewOf(facts: Facts | undefined, { platform }: PlatformSetup): string {
  if (!facts) return 'Loading…'
  const reviews = Object.values(facts.logins[platform] ?? {}).map(({ review }) => review)
  const known = [...reviews, ...(facts.approvals[platform] ? [facts.approvals[platform]] : [])]
  const text = [...new Set(known)].join('; ').replaceAll('`', '')
  return text === '' ? 'Not known' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/**
 * The environment variables of a network that are not set; with a note if they are optional, as accounts can be
 * connected.
 */
function Missing({ setup: { state, missingSettings } }: { setup: PlatformSetup }) {
  if (missingSettings.length === 0)
    return (
      <Text inherit span c="dimmed">
        None
      </Text>
    )
  return (
    <div>
      {missingSettings.map((name) => (
        <div key={name}>
          <Code>{name}</Code>
        </div>
      ))}
      {state === 'ready' && (
        <Text size="xs" c="dimmed">
          Optional: accounts can be connected without it
        </Text>
      )}
    </div>
  )
}

/**
 * The social networks with whether this deployment has their settings. These are environment variables and cannot be
 * changed here.
 */
export function ConfiguredNetworks() {
  const list = useQuery(platformsQuery)
  const facts = useFacts()
  return (
    <Section
      title="Social networks"
      description={
        <>
          Credentials are environment variables of the deployment, and their values are shown nowhere.{' '}
          <Code>npm run admin -- doctor</Code> checks everything else.
        </>
      }
    >
      <ListStates list={list} isEmpty={false} empty={null}>
        <DataTable
          label="Social networks"
          rows={list.data ?? []}
          keyOf={({ platform }) => platform}
          columns={[
            {
              header: 'Social network',
              role: 'main',
              cell: ({ platform }) => (
                <Group gap="sm" wrap="nowrap">
                  <NetworkIcon platform={platform} named />
                  {networks[platform].name}
                </Group>
              ),
            },
            {
              header: 'State',
              cell: ({ state }) => <StatusBadge color={states[state].color}>{states[state].label}</StatusBadge>,
            },
            { header: 'Missing settings', cell: (setup) => <Missing setup={setup} /> },
            {
              header: 'Approval required',
              role: 'wide',
              cell: (setup) => (
                <Text inherit span c="dimmed">
                  {reviewOf(facts, setup)}
                </Text>
              ),
            },
          ]}
        />
      </ListStates>
    </Section>
  )
}
