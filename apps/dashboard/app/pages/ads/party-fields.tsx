import { SimpleGrid, TextInput } from '@mantine/core'

/** The parties for which an ad account works: the field of the API, and its label. */
const parties = [
  { field: 'endAdvertiser', label: 'Advertiser' },
  { field: 'mediaAgency', label: 'Media agency' },
  { field: 'partner', label: 'Partner' },
] as const

export type Parties = Readonly<Record<(typeof parties)[number]['field'], string>>

export const noParties: Parties = { endAdvertiser: '', mediaAgency: '', partner: '' }

const pattern = /^(?:\d{1,30}|NONE|UNFOUND)$/

/** The fields of the request: the parties that were entered, without surrounding spaces; empty ones are left out. */
export function partiesIn(entered: Parties): Partial<Parties> {
  const given = parties.map(({ field }) => [field, entered[field].trim()] as const).filter(([, id]) => id !== '')
  return Object.fromEntries(given)
}

/** A sentence for the user: why a party is invalid; null if all are. Valid is empty, a numeric id, NONE or UNFOUND. */
export function partyProblem(entered: Parties): string | null {
  const wrong = parties.find(({ field }) => entered[field].trim() !== '' && !pattern.test(entered[field].trim()))
  return wrong ? `${wrong.label}: enter the id of a Page or an app, NONE or UNFOUND.` : null
}

/** Fields for the parties for which an ad account works. The network does not let them be changed once they are set. */
export function PartyFields({ value, onChange }: { value: Parties; onChange(value: Parties): void }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      {parties.map(({ field, label }) => (
        <TextInput
          key={field}
          label={label}
          placeholder="Id of a Page or an app"
          value={value[field]}
          onChange={({ currentTarget }) => onChange({ ...value, [field]: currentTarget.value })}
        />
      ))}
    </SimpleGrid>
  )
}
