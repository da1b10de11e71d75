import type { Account } from '@carillon/client'
import { Group, Stack, Text } from '@mantine/core'
import { accountHandle, accountName } from './account-name.ts'
import { Foreign } from './foreign.tsx'
import { networks } from './networks.ts'
import { AccountPicture } from './picture.tsx'
import { TextLink } from './text-link.tsx'

/** An account: its image, name, network and handle. The name is a link to the account's page if `isLink`. */
export function AccountLabel({ account, isLink = false }: { account: Account; isLink?: boolean }) {
  const handle = accountHandle(account)
  const name = accountName(account)
  return (
    <Group gap="sm" wrap="nowrap">
      <AccountPicture account={account} size={32} named />
      <Stack gap={0} miw={0}>
        {isLink ? (
          <TextLink to={`/accounts/${account.accountId}`} c="inherit" fw={500} inherit>
            <Foreign inherit>{name}</Foreign>
          </TextLink>
        ) : (
          <Foreign inherit fw={500}>
            {name}
          </Foreign>
        )}
        <Text size="xs" c="dimmed" component="div">
          {networks[account.platform].name}
          {handle && (
            <>
              {' · '}
              <Foreign inherit span>
                {handle}
              </Foreign>
            </>
          )}
        </Text>
      </Stack>
    </Group>
  )
}
