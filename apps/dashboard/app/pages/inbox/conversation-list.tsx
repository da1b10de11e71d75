import type { Account } from '@carillon/client'
import { Group, Stack, Text } from '@mantine/core'
import { accountName } from '../../ui/account-name.ts'
import { Foreign } from '../../ui/foreign.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { Time } from '../../ui/time.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { bodyWords, type Conversation, participantName } from './conversations.ts'
import styles from './inbox.module.css'

export interface ConversationListProps {
  conversations: readonly Conversation[]
  accounts: readonly Account[]
  chosen: string | null
  onChoose(id: string): void
}

const keyOf = ({ id }: Conversation) => id
const heights = { narrow: 78, wide: 78 }

/** All conversations, the newest message first. */
export function ConversationList({ conversations, accounts, chosen, onChoose }: ConversationListProps) {
  return (
    <nav className={styles['panel']} aria-label="Conversations">
      <VirtualList
        label="Conversations"
        items={conversations}
        keyOf={keyOf}
        heights={heights}
        renderItem={({ id, platform, accountId, participant, latest }) => {
          const account = accounts.find((one) => one.accountId === accountId)
          return (
            <button
              type="button"
              className={styles['conversation']}
              aria-current={id === chosen}
              onClick={() => onChoose(id)}
            >
              <Group gap="sm" wrap="nowrap" align="flex-start">
                <NetworkIcon platform={platform} />
                <Stack gap={2} flex={1} miw={0}>
                  <Group justify="space-between" wrap="nowrap" gap="xs">
                    <Foreign size="sm" fw={600} truncate="end">
                      {participantName(participant)}
                    </Foreign>
                    <Text size="xs" c="dimmed" component="span" style={{ flex: 'none' }}>
                      <Time at={latest.occurredAt} />
                    </Text>
                  </Group>
                  <Foreign size="xs" c="dimmed" lineClamp={1}>
                    {`${latest.direction === 'outbound' ? 'You: ' : ''}${bodyWords(latest)}`}
                  </Foreign>
                  {account && (
                    <Foreign size="xs" c="dimmed" truncate="end">
                      {accountName(account)}
                    </Foreign>
                  )}
                </Stack>
              </Group>
            </button>
          )
        }}
      />
    </nav>
  )
}
