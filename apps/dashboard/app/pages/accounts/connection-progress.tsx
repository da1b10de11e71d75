import type { ConnectionSession, Platform, StartedConnectionSession } from '@carillon/client'
import { Alert, Button, Code, Group, Loader, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAccess } from '../../data/access.ts'
import { useFacts } from '../../data/facts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { networks } from '../../ui/networks.ts'
import { OutsideLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'

export interface ConnectionProgressProps {
  started: StartedConnectionSession
  /** As it is now; undefined until it was read for the first time. */
  session: ConnectionSession | undefined
  isForCustomer: boolean
  onClose: () => void
  onAgain: () => void
}

/** Follows a connection: waiting for consent, done, or why not. */
export function ConnectionProgress({ started, session, isForCustomer, onClose, onAgain }: ConnectionProgressProps) {
  const status = session?.status ?? 'pending'
  if (status === 'completed') {
    return <Connected accountIds={session?.accountIds ?? []} platform={started.platform} onClose={onClose} />
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
  return <Waiting started={started} isForCustomer={isForCustomer} isSelecting={status === 'awaiting_selection'} />
}

interface ConnectedProps {
  accountIds: readonly string[]
  platform: Platform
  onClose: () => void
}

/** The end of a connection, and the way to a first post where the network has posts. */
function Connected({ accountIds, platform, onClose }: ConnectedProps) {
  const [draftId] = useState(() => crypto.randomUUID())
  const count = accountIds.length
  const isPublishable = Boolean(useFacts()?.capabilities['posts.publish']?.cells[platform])
  const canPublish = useAccess().can('posts:write') && isPublishable && count > 0
  return (
    <Stack gap="md">
      <Alert color="green" variant="light" icon={<Icon name="check" />} role="status">
        {count > 1 ? `${count} accounts are connected.` : 'The account is connected.'}
      </Alert>
      <Group justify="flex-end" gap="xs">
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
  isForCustomer: boolean
  isSelecting: boolean
}

function Waiting({ started, isForCustomer, isSelecting }: WaitingProps) {
  const { authorizationUrl, expiresAt, platform } = started
  const { name } = networks[platform]
  return (
    <Stack gap="md">
      <Group gap="sm" wrap="nowrap" role="status">
        <Loader size="sm" aria-hidden />
        <Text size="sm">
          {isSelecting && 'Waiting until it is chosen which accounts are connected.'}
          {!isSelecting &&
            (isForCustomer ? 'Waiting for your customer.' : `Waiting for consent in the tab of ${name}.`)}
        </Text>
      </Group>
      {isForCustomer ? (
        <>
          <Code block className="wrapped">
            {authorizationUrl}
          </Code>
          <Text size="sm" c="dimmed">
            Send this link to your customer. It ends <Time at={expiresAt} />. You can close this dialog; the account
            appears in the list.
          </Text>
          <div>
            <CopyButton text={authorizationUrl} label="Copy link" />
          </div>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          No tab was opened?{' '}
          <OutsideLink href={authorizationUrl} inherit underline="always">
            Continue at {name}
          </OutsideLink>
        </Text>
      )}
    </Stack>
  )
}
