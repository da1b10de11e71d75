import type { Account } from '@carillon/client'
import { Code, Group, List, Text } from '@mantine/core'
import { abilitiesOf } from '../../data/abilities.ts'
import type { Facts } from '../../data/facts.ts'
import { Icon } from '../../ui/icon.tsx'
import { networks } from '../../ui/networks.ts'

const marks = {
  can: { icon: 'check', color: 'light-dark(#1f8a4c, #4ac27d)', word: 'Yes' },
  missing: { icon: 'alert', color: 'light-dark(#b54f04, #ffa05c)', word: 'Permission missing' },
  never: { icon: 'close', color: 'var(--mantine-color-dimmed)', word: 'Not offered' },
} as const

/** All uses of an account, each with whether it is available, and the scopes that are missing for it. */
export function Abilities({ account, facts }: { account: Account; facts: Facts }) {
  const { name } = networks[account.platform]
  return (
    <List listStyleType="none" spacing="sm" size="sm">
      {abilitiesOf(account, facts).map(({ feature, title, state, scopes }) => {
        const { icon, color, word } = marks[state]
        return (
          <List.Item key={feature}>
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <span style={{ color, flex: 'none' }}>
                <Icon name={icon} />
              </span>
              <div>
                <Text size="sm" {...(state === 'never' && { c: 'dimmed' })}>
                  {title}
                </Text>
                {state === 'never' && (
                  <Text size="xs" c="dimmed">
                    {word} for {name}
                  </Text>
                )}
                {state === 'missing' && (
                  <Text size="xs" c="dimmed" component="div" className="foreign">
                    {word}:{' '}
                    {scopes.map((scope) => (
                      <Code key={scope}>{scope}</Code>
                    ))}{' '}
                    Reconnect the account and grant it. If it is not requested, the app of this deployment does not have
                    it.
                  </Text>
                )}
              </div>
            </Group>
          </List.Item>
        )
      })}
    </List>
  )
}
