import type { Publish } from '@carillon/client'
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { healthOf, reconnectHelps } from '../../data/account-health.ts'
import { useFacts } from '../../data/facts.ts'
import { newestPublishes, ofLastWeek, troubledAccounts } from '../../data/overview.ts'
import { useProfileId } from '../../data/profile.ts'
import { accountsQuery } from '../../data/queries.ts'
import { AccountLabel } from '../../ui/account-label.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { HealthBadge } from '../../ui/health-badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { publishTitle } from '../../ui/publish-title.ts'
import { RunbookLink } from '../../ui/runbook-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import { ReconnectButton } from '../accounts/reconnect-button.tsx'
import styles from './attention.module.css'

const maxPublishes = 5

function Row({ what, text, action }: { what: ReactNode; text: ReactNode; action: ReactNode }) {
  return (
    <li className={styles['row']}>
      <div className={styles['what']}>{what}</div>
      <Text size="sm" c="dimmed" component="div" className={styles['text'] ?? ''}>
        {text}
      </Text>
      {action}
    </li>
  )
}

function PublishRow({ publish }: { publish: Publish }) {
  const { platform, status, createdAt, error, publishId } = publish
  const isUnknown = status === 'unknown'
  return (
    <Row
      what={
        <Group gap="sm" wrap="nowrap">
          <NetworkIcon platform={platform} size={32} named />
          <div style={{ minWidth: 0 }}>
            <Text size="sm" fw={500} lineClamp={1} className="foreign">
              {publishTitle(publish)}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              <Time at={createdAt} />
            </Text>
          </div>
        </Group>
      }
      text={
        <>
          <StatusBadge color={isUnknown ? 'orange' : 'red'}>{isUnknown ? 'Unknown' : 'Failed'}</StatusBadge>
          <div className="foreign">
            {isUnknown ? 'Whether it was published could not be found out.' : (error?.message ?? '')}
          </div>
          {isUnknown && <RunbookLink of="unknown-writes" />}
        </>
      }
      action={
        <LinkButton to={`/publishes/${publishId}`} size="xs" variant="default">
          {isUnknown ? 'Decide' : 'View publish'}
        </LinkButton>
      }
    />
  )
}

/**
 * A list of all accounts for which a user has to act, and of the first 5 publishes of the last seven days that failed
 * or whose outcome is unknown, unknown ones first.
 */
export function Attention() {
  const profileId = useProfileId()
  const facts = useFacts()
  const accounts = useQuery(accountsQuery(profileId))
  const failed = useQuery(newestPublishes(profileId, 'failed'))
  const unknown = useQuery(newestPublishes(profileId, 'unknown'))
  const queries = [accounts, failed, unknown]
  const now = Date.now()
  const troubled = troubledAccounts(accounts.data?.accounts ?? [])
  const publishes = [...ofLastWeek(unknown.data ?? [], now), ...ofLastWeek(failed.data ?? [], now)]
  const error = queries.find((query) => query.error && query.data === undefined)?.error
  if (error) return <ErrorNotice error={error} onRetry={() => Promise.all(queries.map((query) => query.refetch()))} />
  if (queries.some(({ isPending }) => isPending)) return <Skeleton height={120} radius="md" />
  return (
    <Panel title="Needs attention">
      {troubled.length + publishes.length === 0 ? (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <span className={styles['fine']}>
            <Icon name="check" />
          </span>
          <Text size="sm">All clear: no account has to be reconnected, and no post failed in the last seven days.</Text>
        </Group>
      ) : (
        <ul className={styles['list']}>
          {troubled.map((account) => (
            <Row
              key={account.accountId}
              what={<AccountLabel account={account} isLink />}
              text={
                <>
                  <HealthBadge account={account} />
                  <div>{healthOf(account, facts).text}</div>
                </>
              }
              action={
                reconnectHelps(account) ? (
                  <Allowed scope="accounts:write">
                    <ReconnectButton account={account} size="xs" />
                  </Allowed>
                ) : (
                  <LinkButton to={`/accounts/${account.accountId}`} size="xs" variant="default">
                    Show the account
                  </LinkButton>
                )
              }
            />
          ))}
          {publishes.slice(0, maxPublishes).map((publish) => (
            <PublishRow key={publish.publishId} publish={publish} />
          ))}
        </ul>
      )}
      {publishes.length > maxPublishes && (
        <Stack align="flex-start">
          <LinkButton to="/publishes?status=failed" size="xs" variant="subtle">
            All failed publishes
          </LinkButton>
        </Stack>
      )}
    </Panel>
  )
}
