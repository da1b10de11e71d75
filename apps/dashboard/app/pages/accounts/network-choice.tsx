import type { Platform } from '@carillon/client'
import { Button, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import type { Facts } from '../../data/facts.ts'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { networks } from '../../ui/networks.ts'
import styles from './network-choice.module.css'

/** The social networks whose accounts can be connected; those first that are configured in this deployment. */
function platformsOf(facts: Facts): Platform[] {
  const connectable = ['connect', 'connect.signup'].flatMap((name) =>
    Object.entries(facts.capabilities[name]?.cells ?? {}).filter(([, cell]) => cell !== false),
  )
  const names = new Set(connectable.map(([platform]) => platform))
  const all = Object.keys(networks).filter((name): name is Platform => names.has(name))
  return all.sort((a, b) => Number(facts.configured.includes(b)) - Number(facts.configured.includes(a)))
}

export interface NetworkChoiceProps {
  facts: Facts
  onChoose(platform: Platform): void
  /** Called if the user chooses to create a link for a customer instead. */
  onLink(): void
}

/** Buttons for the social networks, of which only configured ones can be chosen, and one for a customer's link. */
export function NetworkChoice({ facts, onChoose, onLink }: NetworkChoiceProps) {
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Choose the social network.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {platformsOf(facts).map((platform) => {
          const isConfigured = facts.configured.includes(platform)
          return (
            <UnstyledButton
              key={platform}
              className={styles['choice'] ?? ''}
              onClick={() => onChoose(platform)}
              disabled={!isConfigured}
            >
              <Group gap="sm" wrap="nowrap">
                <NetworkIcon platform={platform} size={32} named />
                <div>
                  <Text size="sm" fw={500}>
                    {networks[platform].name}
                  </Text>
                  {!isConfigured && (
                    <Text size="xs" c="dimmed">
                      Not configured here
                    </Text>
                  )}
                </div>
              </Group>
            </UnstyledButton>
          )
        })}
      </SimpleGrid>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          The account belongs to a customer?
        </Text>
        <Button variant="default" size="xs" onClick={onLink}>
          Link for a customer
        </Button>
      </Group>
    </Stack>
  )
}
