import type { Account } from '@carillon/client'
import { Group, Stack, Text } from '@mantine/core'
import { accountName } from '../../ui/account-name.ts'
import choice from '../../ui/choice.module.css'
import { Foreign } from '../../ui/foreign.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { Time } from '../../ui/time.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { bodyWords, type Conversation } from './conversations.ts'
import styles from './inbox.module.css'

/** A conversation, and whether it is marked as unread. */
interface ListedConversation {
  conversation: Conversation
  isUnread: boolean
}

export interface ConversationListProps {
  conversations: readonly ListedConversation[]
  accounts: readonly Account[]
  chosen: string | null
  onChoose(id: string): void
}

const keyOf = ({ conversation }: ListedConversation) => conversation.id
const heights = { narrow: 78, wide: 78 }

function Marks({ isUnread, conversation: { isUnanswered } }: ListedConversation) {
  return (
    <>
      {isUnread && <span className={styles['unread']} role="img" aria-label="Unread" />}
      {isUnanswered && <span className={styles['mark']}>Unanswered</span>}
    </>
  )
}

/** The given conversations as buttons, in the given order; `chosen` is the id of the open one, null for none. */
export function ConversationList({ conversations, accounts, chosen, onChoose }: ConversationListProps) {
  return (
    <nav className={styles['panel']} aria-label="Conversations">
      <VirtualList
        label="Conversations"
        items={conversations}
        keyOf={keyOf}
        heights={heights}
        renderItem={(listed) => {
          const { id, platform, accountId, name, latest } = listed.conversation
          const account = accounts.find((one) => one.accountId === accountId)
          return (
            <button
              type="button"
              className={choice['choice']}
              aria-current={id === chosen}
              onClick={() => onChoose(id)}
            >
              <Group gap="sm" wrap="nowrap" align="flex-start">
                <NetworkIcon platform={platform} />
                <Stack gap={2} flex={1} miw={0}>
                  <Group justify="space-between" wrap="nowrap" gap="xs">
                    <Foreign size="sm" fw={listed.isUnread ? 700 : 600} truncate="end">
                      {name}
                    </Foreign>
                    <Text size="xs" c="dimmed" component="span" style={{ flex: 'none' }}>
                      <Time at={latest.occurredAt} />
                    </Text>
                  </Group>
                  <Foreign size="xs" {...(!listed.isUnread && { c: 'dimmed' })} lineClamp={1}>
                    {`${latest.direction === 'outbound' ? 'You: ' : ''}${bodyWords(latest)}`}
                  </Foreign>
                  <Group justify="space-between" wrap="nowrap" gap="xs">
                    <Foreign size="xs" c="dimmed" truncate="end">
                      {account ? accountName(account) : ''}
                    </Foreign>
                    <Group gap={6} wrap="nowrap" flex="none">
                      <Marks {...listed} />
                    </Group>
                  </Group>
                </Stack>
              </Group>
            </button>
          )
        }}
      />
    </nav>
  )
}
