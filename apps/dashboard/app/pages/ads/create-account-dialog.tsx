import { NumberInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { AdsProblem } from './ads-problem.tsx'
import { numberIn } from './money.ts'
import { noParties, type Parties, PartyFields, partiesIn, partyProblem } from './party-fields.tsx'
import { undecidedAdvice } from './undecided.ts'
import { type AdAccount, type Advertiser, type Business, useAdsActions, useBusinesses } from './use-ads.ts'
import { wordsOf } from './words.ts'

export interface CreateAccountDialogProps {
  account: Advertiser
  /** The existing ad accounts: the name of a time zone that is entered as a number is taken from one that has it. */
  adAccounts: readonly AdAccount[]
  onCreated(adAccountId: string): void
  onClose(): void
}

interface Draft {
  businessId: string
  name: string
  currency: string
  timezoneId: number | null
  parties: Parties
}

function problemOf({ name, currency, timezoneId, parties }: Draft): string | null {
  if (name.trim() === '') return 'Enter a name.'
  if (!/^[A-Z]{3}$/.test(currency)) return 'Enter a currency of three letters, such as USD.'
  if (timezoneId === null || !Number.isInteger(timezoneId)) return 'Enter the number of a time zone.'
  return partyProblem(parties)
}

/** A description of a business: its verification status and, if it has one, its primary Page. */
function businessWords({ verificationStatus, primaryPage }: Business): string {
  const verified = verificationStatus ? wordsOf(verificationStatus) : 'Verification not reported'
  return primaryPage ? `${verified} · Page: ${primaryPage.name ?? primaryPage.id}` : verified
}

function Form({ businesses, ...props }: CreateAccountDialogProps & { businesses: readonly [Business, ...Business[]] }) {
  const { account, adAccounts, onCreated, onClose } = props
  const { createAccount } = useAdsActions(account)
  const draftOf = ({ id, timezoneId }: Business) => ({ businessId: id, timezoneId })
  const [draft, setDraft] = useState<Draft>({ ...draftOf(businesses[0]), name: '', currency: '', parties: noParties })
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const business = businesses.find(({ id }) => id === draft.businessId) ?? businesses[0]
  const zone = adAccounts.find(({ timezoneId }) => timezoneId !== null && timezoneId === draft.timezoneId)?.timezone
  const problem = problemOf(draft)
  const advice = undecidedAdvice(createAccount.error, 'the ad account', 'in the list')
  const submit = () => {
    const { businessId, name, currency, timezoneId, parties } = draft
    if (timezoneId === null) return
    createAccount.mutate(
      { businessId, name: name.trim(), currency, timezoneId, ...partiesIn(parties) },
      {
        onSuccess: ({ id }) => {
          notifyDone('The ad account was created.')
          onCreated(id)
        },
      },
    )
  }
  return (
    <DialogForm
      action="Create ad account"
      isReady={problem === null && advice === null}
      isBusy={createAccount.isPending}
      problem={problem}
      error={createAccount.error}
      advice={advice}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label="Business"
        description={businessWords(business)}
        data={businesses.map(({ id, name }) => ({ value: id, label: name ?? id }))}
        value={business.id}
        onChange={(value) => {
          const chosen = businesses.find(({ id }) => id === value)
          if (chosen) change(draftOf(chosen))
        }}
        allowDeselect={false}
      />
      <TextInput
        label="Name of the ad account"
        maxLength={200}
        value={draft.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
        data-autofocus
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Currency"
          placeholder="USD"
          maxLength={3}
          value={draft.currency}
          onChange={({ currentTarget: { value } }) => change({ currency: value.toUpperCase() })}
        />
        <NumberInput
          label="Time zone number"
          description={zone ?? 'As the network numbers them'}
          value={draft.timezoneId ?? ''}
          onChange={(value) => change({ timezoneId: numberIn(value) })}
          allowDecimal={false}
          allowNegative={false}
          hideControls
        />
      </SimpleGrid>
      <PartyFields value={draft.parties} onChange={(parties) => change({ parties })} />
      <Text size="xs" c="dimmed">
        Currency, time zone and the parties cannot be changed afterwards.
      </Text>
    </DialogForm>
  )
}

/** Creates an ad account in one of the businesses that the user belongs to. */
export function CreateAccountDialog(props: CreateAccountDialogProps) {
  const { account, onClose } = props
  const list = useBusinesses(account)
  const [first, ...others] = list.data?.businesses ?? []
  return (
    <Dialog opened onClose={onClose} title="Create an ad account" size="lg">
      {list.error && !list.data ? (
        <AdsProblem error={list.error} accountId={account.accountId} onRetry={() => list.refetch()} />
      ) : (
        <ListStates
          list={list}
          isEmpty={first === undefined}
          empty={
            <EmptyState title="No business">
              The user who connected the account belongs to no business. An ad account is created in a business.
            </EmptyState>
          }
        >
          {first && <Form {...props} businesses={[first, ...others]} />}
        </ListStates>
      )}
    </Dialog>
  )
}
