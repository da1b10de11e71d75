import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Allowed } from '../../ui/allowed.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { Time } from '../../ui/time.tsx'
import { EditAccountDialog } from './edit-account-dialog.tsx'
import { moneyWords } from './money.ts'
import { SpendCapDialog } from './spend-cap-dialog.tsx'
import { type AdAccount, type Advertiser, useAdAccount } from './use-ads.ts'
import { accountColor, wordsOf } from './words.ts'

interface AdAccountPanelProps {
  account: Advertiser
  /** The ad account as the list has it, up to 15 minutes old; shown until it has been read from the network. */
  listed: AdAccount
}

/** The status of an ad account, its amounts spent and owed and its spend cap, with buttons that change it. */
export function AdAccountPanel({ account, listed }: AdAccountPanelProps) {
  const [dialog, openDialog] = useState<'cap' | 'edit' | null>(null)
  const live = useAdAccount(account, listed.id)
  const adAccount = live.data?.adAccount ?? listed
  const close = () => openDialog(null)
  const { status, disableReason, currency, amountSpent, balance, spendCap, timezone, business } = adAccount
  const money = (minor: number | null) => (minor === null ? null : moneyWords(minor, currency))
  return (
    <Panel
      title="Ad account"
      aside={
        <Allowed scope="ads:write">
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => openDialog('edit')}>
              Edit
            </Button>
            <Button size="xs" variant="default" onClick={() => openDialog('cap')}>
              Change spend cap
            </Button>
          </Group>
        </Allowed>
      }
    >
      <Tiles
        tiles={[
          { label: 'Spent', value: money(amountSpent) },
          { label: 'Spend cap', value: money(spendCap), none: 'None' },
          { label: 'Balance owed', value: money(balance), none: 'Nothing' },
        ]}
      />
      <Group gap="sm">
        <StatusBadge color={accountColor(status)}>{wordsOf(status)}</StatusBadge>
        <Text size="sm" c="dimmed" component="div">
          {disableReason && `${wordsOf(disableReason)} · `}
          {business && (
            <>
              <Foreign inherit span>
                {business.name ?? business.id}
              </Foreign>
              {' · '}
            </>
          )}
          {timezone ?? 'Time zone not reported'}
          {live.data && (
            <>
              {' · read '}
              <Time at={live.data.fetchedAt} />
            </>
          )}
        </Text>
      </Group>
      {live.error ? <ErrorNotice error={live.error} onRetry={() => live.refetch()} /> : null}
      {dialog === 'cap' && <SpendCapDialog account={account} adAccount={adAccount} onClose={close} />}
      {dialog === 'edit' && <EditAccountDialog account={account} adAccount={adAccount} onClose={close} />}
    </Panel>
  )
}
