import { Button, Checkbox, Group, NumberInput, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { digitsOf, moneyWords, numberIn } from './money.ts'
import { campaignOf, emptyPlan, type Plan, problemOf, totalOf } from './plan.ts'
import { PostsChoice } from './posts-choice.tsx'
import { isUndecided } from './undecided.ts'
import { type AdAccount, type Advertiser, useAdsActions } from './use-ads.ts'

export interface PromoteDialogProps {
  account: Advertiser
  adAccount: AdAccount
  onClose: () => void
}

function Total({ plan, currency }: { plan: Plan; currency: string }) {
  const total = totalOf(plan, currency)
  return (
    <Paper withBorder p="sm" role="status">
      <Text size="xs" c="dimmed">
        Total: daily budget × days
      </Text>
      <Text fz={28} fw={600} lh={1.25} {...(total === null && { c: 'dimmed' })}>
        {total === null ? 'Not known yet' : moneyWords(total, currency)}
      </Text>
      <Text size="xs" c="dimmed">
        {plan.isActive ? 'It starts to spend at once, after the review.' : 'Nothing is spent until it is activated.'}{' '}
        The days count from now.
      </Text>
    </Paper>
  )
}

/** Creates a campaign from posts of the Page; what it costs in all is said first. */
export function PromoteDialog({ account, adAccount, onClose }: PromoteDialogProps) {
  const { currency, minDailyBudget } = adAccount
  const { create } = useAdsActions(account)
  const [plan, setPlan] = useState<Plan>(emptyPlan)
  const change = (part: Partial<Plan>) => setPlan((before) => ({ ...before, ...part }))
  const terms = { currency, minDailyBudget, money: (minor: number) => moneyWords(minor, currency) }
  const problem = problemOf(plan, terms)
  const undecided = isUndecided(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem !== null || undecided) return
    create.mutate(
      { adAccountId: adAccount.id, ...campaignOf(plan, terms, Date.now()) },
      {
        onSuccess: () => {
          notifyDone(plan.isActive ? 'The campaign was created, and runs.' : 'The campaign was created, and is paused.')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog opened onClose={onClose} title="Promote posts" size="lg" isLocked={create.isPending}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Total plan={plan} currency={currency} />
          <TextInput
            label="Name of the campaign"
            maxLength={200}
            value={plan.name}
            onChange={({ currentTarget: { value } }) => change({ name: value })}
            data-autofocus
          />
          <PostsChoice account={account} chosen={plan.postIds} onChange={(postIds) => change({ postIds })} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberInput
              label={`Daily budget in ${currency}`}
              {...(minDailyBudget !== null && { description: `At least ${terms.money(minDailyBudget)}` })}
              value={plan.dailyBudget ?? ''}
              onChange={(value) => change({ dailyBudget: numberIn(value) })}
              decimalScale={digitsOf(currency)}
              allowNegative={false}
              hideControls
              inputWrapperOrder={['label', 'input', 'description', 'error']}
            />
            <NumberInput
              label="Days"
              value={plan.days ?? ''}
              onChange={(value) => change({ days: numberIn(value) })}
              allowDecimal={false}
              allowNegative={false}
              min={1}
              hideControls
            />
          </SimpleGrid>
          <TextInput
            label="Countries"
            description="Codes of two letters, such as US, SE"
            value={plan.countries}
            onChange={({ currentTarget: { value } }) => change({ countries: value })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="Who benefits"
              description="For ads in the European Union"
              value={plan.beneficiary}
              onChange={({ currentTarget: { value } }) => change({ beneficiary: value })}
            />
            <TextInput
              label="Who pays"
              description="For ads in the European Union"
              value={plan.payor}
              onChange={({ currentTarget: { value } }) => change({ payor: value })}
            />
          </SimpleGrid>
          <Checkbox
            label="Activate it at once"
            checked={plan.isActive}
            onChange={({ currentTarget: { checked } }) => change({ isActive: checked })}
          />
          {create.error ? <ErrorNotice error={create.error} /> : null}
          {undecided && (
            <Text size="sm">
              It is not known whether the campaign was created. Close this dialog, and look for its name among the
              campaigns in a few minutes before you create it again.
            </Text>
          )}
          <Group justify="space-between">
            <Text size="sm" c="dimmed" flex={1}>
              {problem}
            </Text>
            <Group gap="xs">
              <Button variant="default" onClick={onClose} disabled={create.isPending}>
                Cancel
              </Button>
              <Button type="submit" loading={create.isPending} disabled={problem !== null || undecided}>
                Create campaign
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
