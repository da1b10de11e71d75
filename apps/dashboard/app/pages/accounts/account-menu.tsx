import type { Account } from '@carillon/client'
import { ActionIcon, Menu } from '@mantine/core'
import { accountName } from '../../ui/account-name.ts'
import { Icon } from '../../ui/icon.tsx'

/** A menu with the rare actions of an account: disconnect. It does not check the scope of the key. */
export function AccountMenu({ account, onDisconnect }: { account: Account; onDisconnect(): void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={`More about ${accountName(account)}`}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<Icon name="close" size={15} />} onClick={onDisconnect}>
          Disconnect
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
