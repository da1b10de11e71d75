import { Group, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFacts } from '../../data/facts.ts'
import { newestPublishes } from '../../data/overview.ts'
import { useProfileId } from '../../data/profile.ts'
import { accountsQuery } from '../../data/queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextLink } from '../../ui/text-link.tsx'

interface Step {
  title: string
  text: string
  isDone: boolean
  to?: string
}

/**
 * The setup steps of a new installation, each with whether it is done; hidden once the profile has a publish, whatever
 * its status.
 */
export function FirstSteps() {
  const profileId = useProfileId()
  const facts = useFacts()
  const accounts = useQuery(accountsQuery(profileId))
  const publishes = useQuery(newestPublishes(profileId))
  if (!facts || !accounts.data || !publishes.data || publishes.data.length > 0) return null
  const steps: Step[] = [
    { title: 'Sign in with an API key', text: 'You are in.', isDone: true },
    {
      title: 'Configure a social network',
      text:
        facts.configured.length > 0
          ? `${facts.configured.length} can be connected.`
          : 'Set the credentials of its app; the settings name the variables.',
      isDone: facts.configured.length > 0,
      to: '/settings',
    },
    {
      title: 'Connect an account',
      text: 'One of your own, or by a link that you send to a customer.',
      isDone: accounts.data.accounts.length > 0,
      to: '/accounts?connect=new',
    },
    { title: 'Publish a post', text: 'Here, or by the API.', isDone: false, to: '/compose' },
  ]
  return (
    <Panel title="First steps">
      <List listStyleType="none" spacing="sm">
        {steps.map(({ title, text, isDone, to }) => (
          <List.Item key={title}>
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <span
                style={{ color: isDone ? 'light-dark(#1f8a4c, #4ac27d)' : 'var(--mantine-color-dimmed)', flex: 'none' }}
              >
                <Icon name={isDone ? 'check' : 'next'} />
              </span>
              <div>
                <Text size="sm" fw={500} component="div">
                  {to && !isDone ? (
                    <TextLink to={to} inherit underline="always">
                      {title}
                    </TextLink>
                  ) : (
                    title
                  )}
                  {isDone && (
                    <Text span inherit c="dimmed" fw={400}>
                      {' '}
                      · done
                    </Text>
                  )}
                </Text>
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              </div>
            </Group>
          </List.Item>
        ))}
      </List>
    </Panel>
  )
}
