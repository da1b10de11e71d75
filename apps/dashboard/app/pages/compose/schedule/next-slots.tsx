import type { Account } from '@carillon/client'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { slotsQuery } from '../../../data/schedules/slots.ts'
import { accountName } from '../../../ui/account-name.ts'
import { dueWords } from '../../../ui/due-words.ts'
import { Foreign } from '../../../ui/foreign.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

/** The next free slot of an account, or that none exists. Another post may get the slot first. */
function NextSlot({ account }: { account: Account }) {
  const { data } = useQuery(slotsQuery(account.profileId, account.accountId))
  if (!data) return null
  return (
    <Text size="sm" c="dimmed" component="div">
      <Foreign inherit span>
        {accountName(account)}
      </Foreign>
      : {data.nextSlot ? dueWords(data.nextSlot) : 'no free slot'}
    </Text>
  )
}

/** The next free slot of each account; a link to the slots if the profile of the accounts has none. */
export function NextSlots({ accounts }: { accounts: readonly Account[] }) {
  const [first] = accounts
  const { data } = useQuery({ ...slotsQuery(first?.profileId ?? ''), enabled: first !== undefined })
  if (data?.slots.length === 0) {
    return (
      <Text size="sm" component="div" role="status">
        This profile has no slots yet. <TextLink to="/calendar/slots">Choose its weekly slots</TextLink>, or a time.
      </Text>
    )
  }
  return (
    <Stack gap={2} role="status">
      {accounts.map((account) => (
        <NextSlot key={account.accountId} account={account} />
      ))}
    </Stack>
  )
}
