import { Checkbox, Paper, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { dayAndTimeIn, viewerZone } from '../../data/schedules/zoned-time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { useNow } from '../../ui/now.ts'
import { moneyWords } from './money.ts'
import { campaignOf, emptyPlan, type Plan, periodOf, problemOf, totalOf } from './plan.ts'
import { AudienceFields, BudgetFields, IdentityFields, ResponsibleFields } from './plan-fields.tsx'
import { PostsChoice } from './posts-choice.tsx'
import { undecidedAdvice } from './undecided.ts'
import { type AdAccount, type Advertiser, useAdsActions } from './use-ads.ts'

export interface PromoteDialogProps {
  account: Advertiser
  adAccount: AdAccount
  onClose: () => void
}

/** The text below the total: when the campaign runs, and what starts to spend. */
function runWords(plan: Plan, now: number): string {
  const period = periodOf(plan, now)
  const ends = period === null ? '' : ` It ends on ${dayAndTimeIn(new Date(period.to).toISOString(), viewerZone())}.`
  if (!plan.isActive) return `Nothing is spent until it is activated.${ends}`
  return `It starts to spend ${plan.start === '' ? 'at once' : 'at its start'}, after the network's review.${ends}`
}

function Total({ plan, currency, now }: { plan: Plan; currency: string; now: number }) {
  const total = totalOf(plan, currency)
  return (
    <Paper withBorder p="sm" role="status">
      <Text size="xs" c="dimmed">
        {plan.budgetKind === 'daily' ? 'Total: daily budget × days' : 'Total: lifetime budget'}
      </Text>
      <Text fz={28} fw={600} lh={1.25} {...(total === null && { c: 'dimmed' })}>
        {total === null ? 'Not known yet' : moneyWords(total, currency)}
      </Text>
      <Text size="xs" c="dimmed">
        {runWords(plan, now)}
      </Text>
    </Paper>
  )
}

/** A form that creates a campaign from posts of the Page, with one ad for each; the total cost is shown first. */
export function PromoteDialog({ account, adAccount, onClose }: PromoteDialogProps) {
  const { currency, minDailyBudget } = adAccount
  const { create } = useAdsActions(account)
  const [plan, setPlan] = useState<Plan>(emptyPlan)
  const change = (part: Partial<Plan>) => setPlan((before) => ({ ...before, ...part }))
  const terms = { currency, minDailyBudget, money: (minor: number) => moneyWords(minor, currency) }
  const now = useNow()
  const problem = problemOf(plan, terms, now)
  const advice = undecidedAdvice(create.error, 'the campaign', 'among the campaigns')
  const submit = () =>
    create.mutate(
      { adAccountId: adAccount.id, ...campaignOf(plan, terms, Date.now()) },
      {
        onSuccess: () => {
          notifyDone(plan.isActive ? 'The campaign was created, and runs.' : 'The campaign was created, and is paused.')
          onClose()
        },
      },
    )
  return (
    <Dialog opened onClose={onClose} title="Promote posts" size="lg" isLocked={create.isPending}>
      <DialogForm
        action="Create campaign"
        isReady={problem === null && advice === null}
        isBusy={create.isPending}
        problem={problem}
        error={create.error}
        advice={advice}
        onSubmit={submit}
        onClose={onClose}
      >
        <Total plan={plan} currency={currency} now={now} />
        <TextInput
          label="Name of the campaign"
          maxLength={200}
          value={plan.name}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
          data-autofocus
        />
        <PostsChoice account={account} chosen={plan.postIds} onChange={(postIds) => change({ postIds })} />
        <BudgetFields plan={plan} terms={terms} change={change} />
        <AudienceFields plan={plan} change={change} />
        <ResponsibleFields plan={plan} change={change} />
        <IdentityFields plan={plan} change={change} />
        <Checkbox
          label="Activate it once it is created"
          checked={plan.isActive}
          onChange={({ currentTarget: { checked } }) => change({ isActive: checked })}
        />
      </DialogForm>
    </Dialog>
  )
}
