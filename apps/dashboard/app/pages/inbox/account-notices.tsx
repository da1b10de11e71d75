import type { Account } from '@carillon/client'
import { Alert, List, Stack, Text } from '@mantine/core'
import { setupWords } from '../../data/account-health.ts'
import { accountName } from '../../ui/account-name.ts'
import { Foreign } from '../../ui/foreign.tsx'
import { Icon } from '../../ui/icon.tsx'
import { networks } from '../../ui/networks.ts'
import { TextLink } from '../../ui/text-link.tsx'

export interface Failure {
  accountId: string
  platform: Account['platform']
  code: string
  message: string
}

function nameOf(account: Account | undefined, { platform }: Pick<Account, 'platform'>): string {
  return account ? accountName(account) : networks[platform].name
}

/**
 * Notices about accounts whose messages could not be read (`failures`), and about accounts whose setup is incomplete so
 * that they cannot send yet. Nothing if none exist.
 */
export function AccountNotices({ accounts, failures }: { accounts: readonly Account[]; failures: readonly Failure[] }) {
  const unfinished = accounts.filter((account) => account.setup?.state === 'incomplete')
  if (failures.length === 0 && unfinished.length === 0) return null
  return (
    <Stack gap="xs">
      {failures.map((failure) => {
        const { accountId, code, message } = failure
        const account = accounts.find((one) => one.accountId === accountId)
        return (
          <Alert key={`${accountId} ${code}`} color="yellow" variant="light" icon={<Icon name="alert" />}>
            <Text size="sm" component="div">
              <Foreign inherit fw={600}>
                {nameOf(account, failure)}
              </Foreign>
              : <span className="foreign">{message}</span> What was read before is shown.{' '}
              <TextLink to={`/accounts/${accountId}`} inherit underline="always">
                Look at the account
              </TextLink>
            </Text>
          </Alert>
        )
      })}
      {unfinished.map((account) => (
        <Alert
          key={account.accountId}
          color="yellow"
          variant="light"
          icon={<Icon name="alert" />}
          title={
            <>
              <Foreign inherit>{nameOf(account, account)}</Foreign> cannot send yet
            </>
          }
        >
          <List size="sm">
            {setupWords(account).map((step) => (
              <List.Item key={step}>{step}</List.Item>
            ))}
          </List>
          <TextLink to={`/accounts/${account.accountId}`} size="sm" underline="always">
            Look at the account
          </TextLink>
        </Alert>
      ))}
    </Stack>
  )
}
