import type { ConnectionSession, Platform, StartedConnectionSession } from '@carillon/client'
import { Alert, Button, Code, Group, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccess } from '../../data/access.ts'
import { useFacts } from '../../data/facts.ts'
import { useProfileId } from '../../data/profile.ts'
import { accountsQuery } from '../../data/queries.ts'
import { accountName } from '../../ui/account-name.ts'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { networks } from '../../ui/networks.ts'
import { OutsideLink } from '../../ui/text-link.tsx'

export interface ConnectionProgressProps {
  started: StartedConnectionSession
  /** The session as it was last read; undefined until it was read for the first time. */
  session: ConnectionSession | undefined
  onClose: () => void
  /** Starts the same connection again, after it has failed or expired. */
  onAgain: () => void
  /** Begins to connect another account; absent if only one account was to be connected. */
  onAnother?: () => void
}

/** The state of a connection: waiting for consent, the accounts that were connected, or why none was. */
export function ConnectionProgress({ started, session, onClose, onAgain, onAnother }: ConnectionProgressProps) {
  const status = session?.status ?? 'pending'
  if (status === 'completed') {
    const { platform } = started
    return (
      <Connected
        accountIds={session?.accountIds ?? []}
        platform={platform}
        onClose={onClose}
        {...(onAnother && { onAnother })}
      />
    )
  }
  if (status === 'failed' || status === 'expired') {
    return (
      <Stack gap="md">
        <Alert
          color="red"
          variant="light"
          icon={<Icon name="alert" />}
          role="alert"
          title="The account was not connected"
        >
          {session?.error?.message ?? 'The link was not used in time.'}{' '}
          {session?.error && <Code>{session.error.code}</Code>}
        </Alert>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button onClick={onAgain}>Try again</Button>
        </Group>
      </Stack>
    )
  }
  return <Waiting started={started} isSelecting={status === 'awaiting_selection'} />
}

interface ConnectedProps {
  accountIds: readonly string[]
  platform: Platform
  onClose: () => void
  onAnother?: () => void
}

/** A sentence that says what was connected; one or two accounts are named once the list of accounts contains them. */
function useConnectedWords(accountIds: readonly string[]): string {
  const { data } = useQuery(accountsQuery(useProfileId()))
  const names = (data?.accounts ?? [])
    .filter(({ accountId }) => accountIds.includes(accountId))
    .map((account) => accountName(account))
  const count = accountIds.length
  const isNamed = count > 0 && count <= 2 && names.length === count
  const several = isNamed ? names.join(' and ') : `${count} accounts`
  return count > 1 ? `${several} are connected.` : `${isNamed ? names[0] : 'The account'} is connected.`
}

/** The success of a connection, with buttons for another one and, if the network has posts, for a first post. */
function Connected({ accountIds, platform, onClose, onAnother }: ConnectedProps) {
  const [draftId] = useState(() => crypto.randomUUID())
  const count = accountIds.length
  const isPublishable = Boolean(useFacts()?.capabilities['posts.publish']?.cells[platform])
  const words = useConnectedWords(accountIds)
  const canPublish = useAccess().can('posts:write') && isPublishable && count > 0
  return (
    <Stack gap="md">
      <Alert color="green" variant="light" icon={<Icon name="check" />} role="status">
        <span className="foreign">{words}</span>
      </Alert>
      <Group justify="flex-end" gap="xs">
        {onAnother && (
          <Button variant="default" onClick={onAnother}>
            Connect another
          </Button>
        )}
        <Button variant={canPublish ? 'default' : 'filled'} onClick={onClose} data-autofocus={!canPublish || undefined}>
          Done
        </Button>
        {canPublish && (
          <LinkButton to={`/compose?draft=${draftId}&account=${accountIds.join()}`} data-autofocus>
            Compose a post
          </LinkButton>
        )}
      </Group>
    </Stack>
  )
}

interface WaitingProps {
  started: StartedConnectionSession
  isSelecting: boolean
}

function Waiting({ started, isSelecting }: WaitingProps) {
  const { authorizationUrl, platform } = started
  const { name } = networks[platform]
  return (
    <Stack gap="md">
      <Group gap="sm" wrap="nowrap" role="status">
        <Loader size="sm" aria-hidden />
        <Text size="sm">
          {isSelecting
            ? 'Waiting until it is chosen which accounts are connected.'
            : `Waiting for consent in the tab of ${name}.`}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        No tab was opened?{' '}
        <OutsideLink href={authorizationUrl} inherit underline="always">
          Continue at {name}
        </OutsideLink>
      </Text>
    </Stack>
  )
}
