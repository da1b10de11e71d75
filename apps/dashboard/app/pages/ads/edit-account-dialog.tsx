import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { noParties, PartyFields, partiesIn, partyProblem } from './party-fields.tsx'
import { type AdAccount, type AdAccountChange, type Advertiser, useAdsActions } from './use-ads.ts'

export interface EditAccountDialogProps {
  account: Advertiser
  adAccount: AdAccount
  onClose(): void
}

/**
 * A form that changes the name of an ad account, who benefits from and pays for its ads, and the parties for which it
 * works. Empty and unchanged fields are not sent.
 */
export function EditAccountDialog({ account, adAccount, onClose }: EditAccountDialogProps) {
  const { changeAccount } = useAdsActions(account)
  const before = adAccount.name ?? ''
  const [name, setName] = useState(before)
  const [beneficiary, setBeneficiary] = useState('')
  const [payor, setPayor] = useState('')
  const [parties, setParties] = useState(noParties)
  const change: AdAccountChange = {
    ...(name.trim() !== '' && name.trim() !== before && { name: name.trim() }),
    ...(beneficiary.trim() && { dsaBeneficiary: beneficiary.trim() }),
    ...(payor.trim() && { dsaPayor: payor.trim() }),
    ...partiesIn(parties),
  }
  const problem = partyProblem(parties)
  const submit = () =>
    changeAccount.mutate(
      { adAccountId: adAccount.id, ...change },
      {
        onSuccess: () => {
          notifyDone('The ad account was changed.')
          onClose()
        },
      },
    )
  return (
    <Dialog opened onClose={onClose} title="Edit the ad account" size="lg" isLocked={changeAccount.isPending}>
      <DialogForm
        action="Save"
        isReady={problem === null && Object.keys(change).length > 0}
        isBusy={changeAccount.isPending}
        problem={problem}
        error={changeAccount.error}
        onSubmit={submit}
        onClose={onClose}
      >
        <TextInput
          label="Name"
          maxLength={200}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          data-autofocus
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Who benefits, by default"
            maxLength={200}
            value={beneficiary}
            onChange={({ currentTarget: { value } }) => setBeneficiary(value)}
          />
          <TextInput
            label="Who pays, by default"
            maxLength={200}
            value={payor}
            onChange={({ currentTarget: { value } }) => setPayor(value)}
          />
        </SimpleGrid>
        <PartyFields value={parties} onChange={setParties} />
        <Text size="xs" c="dimmed">
          Empty fields are not changed. Ads in the European Union name who benefits and who pays: set both, unless the
          ad account already has the other. An advertiser, agency or partner cannot be changed once it is set.
        </Text>
      </DialogForm>
    </Dialog>
  )
}
