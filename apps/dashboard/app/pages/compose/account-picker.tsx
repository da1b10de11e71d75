import type { Account, Platform } from '@carillon/client'
import { Chip, Group, Stack, Text } from '@mantine/core'
import { accountName } from '../../ui/account-name.ts'
import { Foreign } from '../../ui/foreign.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'

export interface AccountPickerProps {
  accounts: readonly Account[]
  isPublishable(platform: Platform): boolean
  chosen: readonly string[]
  onChange(accountIds: string[]): void
}

/** Chooses the accounts to publish on: one publish each. */
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
            >
              <Group gap={6} wrap="nowrap" component="span">
                <NetworkIcon platform={account.platform} size={18} />
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
