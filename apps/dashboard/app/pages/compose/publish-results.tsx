import type { Publish } from '@carillon/client'
import { Button, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { publishQuery } from '../../data/publish-status.ts'
import { accountName } from '../../ui/account-name.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { PublishStatusBadge } from '../../ui/publish-status-badge.tsx'
import { publishStatuses } from '../../ui/publish-statuses.ts'
import { OutsideLink, TextLink } from '../../ui/text-link.tsx'
import type { Sent } from './use-sending.ts'

function Followed({ publish: first }: { publish: Publish }) {
  const { publishId } = first
  const { data: publish = first } = useQuery(publishQuery(publishId))
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <PublishStatusBadge status={publish.status} />
        <TextLink to={`/publishes/${publishId}`} size="sm">
          Details
        </TextLink>
        {publish.status === 'failed' && (
          <TextLink to={`/compose?publish=${publishId}`} size="sm">
            Edit and publish again
          </TextLink>
        )}
        {publish.permalink && (
          <OutsideLink href={publish.permalink} size="sm">
            View post
          </OutsideLink>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {publish.error?.message ?? publishStatuses[publish.status].meaning}
      </Text>
    </Stack>
  )
}

export interface PublishResultsProps {
  sent: readonly Sent[]
  /** How many accounts the draft is still for. */
  left: number
  onContinue(): void
  onNew(): void
}

/** One line an account, kept up to date until each publish has ended. */
export function PublishResults({ sent, left, onContinue, onNew }: PublishResultsProps) {
  const isSending = sent.some(({ state }) => state === 'sending')
  return (
    <Stack gap="sm">
      {sent.map((one) => (
        <Paper key={one.account.accountId} withBorder p="md">
          <Group align="flex-start" gap="sm" wrap="nowrap">
            <NetworkIcon platform={one.account.platform} />
            <Stack gap={4} flex={1} miw={0}>
              <Foreign fw={500} size="sm">
                {accountName(one.account)}
              </Foreign>
              {one.state === 'sending' && (
                <Group gap="xs" role="status">
                  <Loader size="xs" aria-hidden />
                  <Text size="sm">Sending…</Text>
                </Group>
              )}
              {one.state === 'sent' && <Followed publish={one.publish} />}
              {one.state === 'failed' && <ErrorNotice error={one.error} />}
            </Stack>
          </Group>
        </Paper>
      ))}
      {left > 0 && !isSending && (
        <Text size="sm" c="dimmed">
          {left === 1
            ? 'The draft stays for one account that the post was not published on.'
            : `The draft stays for ${left} accounts that the post was not published on.`}
        </Text>
      )}
      <Group>
        {left > 0 && (
          <Button onClick={onContinue} disabled={isSending}>
            Continue with the draft
          </Button>
        )}
        <Button variant="default" onClick={onNew} disabled={isSending}>
          Compose another post
        </Button>
      </Group>
    </Stack>
  )
}
