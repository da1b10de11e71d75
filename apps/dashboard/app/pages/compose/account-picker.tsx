import type { Account, Platform } from '@carillon/client'
import { Chip, Group, Stack, Text } from '@mantine/core'
import { accountName } from '../../ui/account-name.ts'
import { Foreign } from '../../ui/foreign.tsx'
import { AccountPicture } from '../../ui/picture.tsx'
import styles from './compose.module.css'

export interface AccountPickerProps {
  accounts: readonly Account[]
  isPublishable(platform: Platform): boolean
  chosen: readonly string[]
  onChange(accountIds: string[]): void
}

/**
 * Chooses the accounts to publish on, with one publish each, among those whose network `isPublishable`. Expired
 * accounts are shown but cannot be chosen.
 */
export function AccountPicker({ accounts, isPublishable, chosen, onChange }: AccountPickerProps) {
  const offered = accounts.filter(({ platform }) => isPublishable(platform))
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600} id="compose-accounts">
        Publish on
      </Text>
      <Chip.Group multiple value={[...chosen]} onChange={onChange}>
        <Group gap="xs" role="group" aria-labelledby="compose-accounts">
          {offered.map((account) => (
            <Chip
              key={account.accountId}
              value={account.accountId}
              disabled={account.status === 'expired'}
              variant="outline"
              radius="md"
              size="md"
              classNames={{ label: styles['chip'] ?? '' }}
            >
              <Group gap={10} wrap="nowrap" component="span">
                <AccountPicture account={account} size={26} />
                <Foreign inherit>{accountName(account)}</Foreign>
                {account.status === 'expired' && <span>(reconnect first)</span>}
              </Group>
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Stack>
  )
}
