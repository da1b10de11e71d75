import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Foreign } from '../../ui/foreign.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { moneyWords } from './money.ts'
import { SpendCapDialog } from './spend-cap-dialog.tsx'
import type { AdAccount, Advertiser } from './use-ads.ts'
import { accountColor, wordsOf } from './words.ts'

/** The state of an ad account and its money. */
export function AdAccountPanel({ account, adAccount }: { account: Advertiser; adAccount: AdAccount }) {
  const [isOpen, setOpen] = useState(false)
  const { status, disableReason, currency, amountSpent, balance, spendCap, timezone, business } = adAccount
  const money = (minor: number | null) => (minor === null ? null : moneyWords(minor, currency))
  return (
    <Panel
      title="Ad account"
      aside={
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Change spend cap
        </Button>
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
        </Text>
      </Group>
      {isOpen && <SpendCapDialog account={account} adAccount={adAccount} onClose={() => setOpen(false)} />}
    </Panel>
  )
}
