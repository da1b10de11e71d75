import type { Message } from '@carillon/client'
import { Box, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useAccess } from '../../data/access.ts'
import type { Facts } from '../../data/facts.ts'
import { Foreign } from '../../ui/foreign.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { Time } from '../../ui/time.tsx'
import { bodyWords, type Conversation, participantName, statusWords } from './conversations.ts'
import styles from './inbox.module.css'
import { TemplateForm } from './template-form.tsx'
import { TextForm } from './text-form.tsx'

function Delivery({ message: { direction, status, error } }: { message: Message }) {
  if (direction === 'inbound') return null
  return (
    <Text size="xs" c={status === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} component="span">
      {' · '}
      {(status === 'delivered' || status === 'read') && <Icon name="check" size={11} />}
      {status === 'read' && <Icon name="check" size={11} />} {statusWords[status]}
      {error && `: ${error.message}`}
    </Text>
  )
}

function MessageItem({ message }: { message: Message }) {
  const { direction, occurredAt, type } = message
  return (
    <li className={styles['message']} data-direction={direction}>
      <Stack gap={2}>
        <Foreign size="sm" className={`foreign ${styles['body']}`} {...(type === 'unsupported' && { fs: 'italic' })}>
          {bodyWords(message)}
        </Foreign>
        <Text size="xs" c="dimmed" component="div">
          {direction === 'outbound' && 'You · '}
          <Time at={occurredAt} />
          <Delivery message={message} />
        </Text>
      </Stack>
    </li>
  )
}

export interface ThreadProps {
  profileId: string
  conversation: Conversation
  facts: Facts
}

/** The number of messages that are shown, the newest; older ones are not. */
const shown = 200

/**
 * The newest 200 messages of one conversation, oldest first, with the forms for a text or a template that its network
 * has. Change the `key` for another conversation.
 */
export function Thread({ profileId, conversation, facts }: ThreadProps) {
  const { platform, participant, messages, accountId } = conversation
  const mayWrite = useAccess().can('messages:write')
  // Other ids tell a person nothing.
  const isPhoneNumber = participant.startsWith('+') && conversation.name !== participantName(participant)
  const list = useRef<HTMLDivElement>(null)
  const latestId = conversation.latest.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is scrolled to.
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight
  }, [latestId])
  const text = facts.capabilities['messages.send.text']?.cells[platform]
  const template = facts.capabilities['messages.send.template']?.cells[platform]
  return (
    <section className={styles['panel']} aria-label={`Conversation with ${conversation.name}`}>
      <Group gap="xs" px="md" py="sm" wrap="nowrap">
        <NetworkIcon platform={platform} />
        <Foreign fw={600} truncate="end">
          {conversation.name}
        </Foreign>
        {isPhoneNumber && (
          <Foreign size="sm" c="dimmed" flex="none">
            {participantName(participant)}
          </Foreign>
        )}
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
      <div ref={list} className={styles['scroll']} tabIndex={0} role="log" aria-label="Messages">
        <ul className={styles['thread']}>
          {messages.slice(-shown).map((message) => (
            <MessageItem key={message.id} message={message} />
          ))}
        </ul>
      </div>
      {mayWrite && (
        <Box className={styles['foot'] ?? ''}>
          {text ? (
            <TextForm
              profileId={profileId}
              conversation={conversation}
              rules={{
                maxLength: Number(text['maxLength']),
                maxBytes: typeof text['maxBytes'] === 'number' ? text['maxBytes'] : null,
                windowHours: Number(text['windowHours']),
              }}
            />
          ) : null}
          {template ? (
            <TemplateForm
              profileId={profileId}
              platform={platform}
              accountId={accountId}
              recipient={participantName(participant)}
              maxParameters={Number(template['bodyParameters'])}
            />
          ) : null}
        </Box>
      )}
    </section>
  )
}
