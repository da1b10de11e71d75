import { Checkbox, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { capChange, digitsOf, minorOf, moneyWords, numberIn } from './money.ts'
import { type AdAccount, type Advertiser, useAdsActions } from './use-ads.ts'

export interface SpendCapDialogProps {
  account: Advertiser
  adAccount: AdAccount
  onClose: () => void
}

/** Sets the total that an ad account may spend, or removes that cap; on request, spending counts from 0 again. */
export function SpendCapDialog({ account, adAccount, onClose }: SpendCapDialogProps) {
  const { changeAccount } = useAdsActions(account)
  const { id, currency, spendCap, amountSpent } = adAccount
  const digits = digitsOf(currency)
  const [hasCap, setHasCap] = useState(true)
  const [isReset, setReset] = useState(false)
  const [amount, setAmount] = useState<number | null>(spendCap === null ? null : spendCap / 10 ** digits)
  const minor = amount === null ? null : minorOf(amount, currency)
  const isReady = !hasCap || (minor !== null && minor > 0)
  const confirm = () => {
    const change = { adAccountId: id, ...capChange(hasCap ? minor : null, isReset) }
    changeAccount.mutate(change, {
      onSuccess: () => {
        notifyDone(change.spendCap === null ? 'The spend cap was removed.' : 'The spend cap was changed.')
        onClose()
      },
    })
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Change the spend cap?"
      confirmLabel={hasCap ? 'Set spend cap' : 'Remove spend cap'}
      isReady={isReady}
      onConfirm={confirm}
      mutation={changeAccount}
    >
      <Stack gap="sm">
        <Switch
          label="The ad account has a spend cap"
          checked={hasCap}
          onChange={({ currentTarget: { checked } }) => setHasCap(checked)}
        />
        {hasCap && (
          <NumberInput
            label={`Spend cap in ${currency}`}
            value={amount ?? ''}
            onChange={(value) => setAmount(numberIn(value))}
            min={0}
            decimalScale={digits}
            allowNegative={false}
            thousandSeparator=","
            hideControls
          />
        )}
        {hasCap && (
          <Checkbox
            label="Count what is spent from 0 again"
            description="What was spent until now no longer counts towards the cap."
            checked={isReset}
            onChange={({ currentTarget: { checked } }) => setReset(checked)}
          />
        )}
        <Text size="sm">
          {amountSpent !== null && `${moneyWords(amountSpent, currency)} has been spent so far. `}
          {hasCap
            ? 'Once the cap is reached, all ads of this ad account stop.'
            : 'Without a cap, only the budgets limit what is spent.'}
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}
