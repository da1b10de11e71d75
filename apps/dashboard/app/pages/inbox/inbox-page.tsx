import type { Account } from '@carillon/client'
import { Box, Button, Grid, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type Facts, useFacts } from '../../data/facts.ts'
import { useProfileId } from '../../data/profile.ts'
import { accountsQuery } from '../../data/queries.ts'
import { accountName } from '../../ui/account-name.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Page } from '../../ui/page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { AccountNotices } from './account-notices.tsx'
import { ConversationList } from './conversation-list.tsx'
import { type Conversation, conversationsOf } from './conversations.ts'
import { filtered, shownOf } from './filter.ts'
import { InboxFilters } from './filters.tsx'
import { isUnread, useSeen } from './seen.ts'
import { TemplateForm } from './template-form.tsx'
import { Thread } from './thread.tsx'
import { useMessages } from './use-messages.ts'

const none: readonly never[] = []

interface Inbox {
  profileId: string
  facts: Facts
  accounts: readonly Account[]
  conversations: readonly Conversation[]
}

/**
 * A button that starts a conversation with a template, the only way to write first; nothing if no account's network has
 * templates.
 */
function NewMessage({ profileId, facts, accounts }: Omit<Inbox, 'conversations'>) {
  const [isOpen, setOpen] = useState(false)
  const [chosenId, choose] = useState<string | null>(null)
  const cells = facts.capabilities['messages.send.template']?.cells
  const senders = accounts.filter(({ platform }) => cells?.[platform])
  const account = senders.find(({ accountId }) => accountId === chosenId) ?? senders[0]
  const cell = account && cells?.[account.platform]
  if (!account || !cell) return null
  const { platform, accountId } = account
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen(true)}>
        New message
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Send a template" size="lg">
        <Stack gap="md">
          {senders.length > 1 && (
            <Select
              label="From"
              data={senders.map((one) => ({ value: one.accountId, label: accountName(one) }))}
              value={accountId}
              onChange={choose}
              allowDeselect={false}
            />
          )}
          <TemplateForm
            key={accountId}
            profileId={profileId}
            platform={platform}
            accountId={accountId}
            maxParameters={Number(cell['bodyParameters'])}
            onSent={() => setOpen(false)}
          />
        </Stack>
      </Dialog>
    </>
  )
}

/** The filters in the URL, and the conversations that match them, each with whether it is unread. */
function useFiltered(profileId: string, conversations: readonly Conversation[]) {
  const [search, setSearch] = useQueryParam('q')
  const [accountId, setAccount] = useQueryParam('account')
  const [word, setShown] = useQueryParam('show')
  const { seen, markRead } = useSeen(profileId)
  const filter = { search: search ?? '', accountId, shown: shownOf(word) }
  const listed = filtered(conversations, filter, (one) => isUnread(seen, one)).map((conversation) => ({
    conversation,
    isUnread: isUnread(seen, conversation),
  }))
  const isFiltered = filter.search !== '' || accountId !== null || filter.shown !== 'all'
  return { filter, listed, isFiltered, markRead, onSearch: setSearch, onAccount: setAccount, onShown: setShown }
}

/**
 * The list of conversations and the open one, side by side; on a phone, one or the other. Opening a conversation marks
 * it as read.
 */
function Conversations({ profileId, facts, accounts, conversations }: Inbox) {
  const [chosenId, setChosen] = useQueryParam('with')
  const { filter, listed, isFiltered, markRead, ...changes } = useFiltered(profileId, conversations)
  const chosen = conversations.find(({ id }) => id === chosenId)
  useEffect(() => {
    if (chosen) markRead(chosen)
  }, [chosen, markRead])
  const own = accounts.filter(({ accountId }) => conversations.some((one) => one.accountId === accountId))
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 4 }} {...(chosen && { visibleFrom: 'md' })}>
        <Stack gap="md">
          <InboxFilters filter={filter} accounts={own} {...changes} />
          {listed.length === 0 ? (
            <EmptyState title="No conversation matches">Search for a part of a name or of a message.</EmptyState>
          ) : (
            <ConversationList conversations={listed} accounts={accounts} chosen={chosenId} onChoose={setChosen} />
          )}
          <Text size="sm" c="dimmed" ta="center" role="status">
            {isFiltered
              ? `${listed.length} of ${conversations.length} conversations are shown.`
              : 'Those are all conversations.'}
          </Text>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        {chosen ? (
          <Stack gap="xs">
            <Button
              hiddenFrom="md"
              variant="default"
              size="xs"
              leftSection={<Icon name="back" size={14} />}
              onClick={() => setChosen(null)}
              style={{ alignSelf: 'flex-start' }}
            >
              All conversations
            </Button>
            <Thread key={chosen.id} profileId={profileId} conversation={chosen} facts={facts} />
          </Stack>
        ) : (
          <Box visibleFrom="md">
            <EmptyState title="No conversation is open">Choose one to read it and to reply.</EmptyState>
          </Box>
        )}
      </Grid.Col>
    </Grid>
  )
}

/** Direct messages of all accounts of a profile. */
export default function InboxPage() {
  const profileId = useProfileId()
  const facts = useFacts()
  const list = useMessages(profileId)
  const accounts = useQuery(accountsQuery(profileId)).data?.accounts ?? none
  const conversations = useMemo(() => conversationsOf(list.data?.messages ?? []), [list.data])
  const withMessages = accounts.filter(({ platform }) => facts?.capabilities['messages.list']?.cells[platform])
  return (
    <Page
      title="Inbox"
      description="Direct messages of this profile's accounts."
      actions={
        facts && (
          <Allowed scope="messages:write">
            <NewMessage profileId={profileId} facts={facts} accounts={withMessages} />
          </Allowed>
        )
      }
    >
      <AccountNotices accounts={withMessages} failures={list.data?.errors ?? none} />
      <ListStates
        list={{ ...list, isPending: list.isPending || !facts }}
        isEmpty={conversations.length === 0}
        empty={
          <EmptyState
            title="No messages yet"
            action={withMessages.length === 0 && <LinkButton to="/accounts?connect=new">Connect an account</LinkButton>}
          >
            {withMessages.length === 0
              ? 'Connect an account whose network has direct messages.'
              : 'Messages to your accounts appear here.'}
          </EmptyState>
        }
      >
        {facts && (
          <Conversations
            key={profileId}
            profileId={profileId}
            facts={facts}
            accounts={accounts}
            conversations={conversations}
          />
        )}
      </ListStates>
    </Page>
  )
}
