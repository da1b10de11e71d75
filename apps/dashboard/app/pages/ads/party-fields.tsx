import { SimpleGrid, TextInput } from '@mantine/core'

/** For whom an ad account works, as the API names it. */
const parties = [
  { field: 'endAdvertiser', label: 'Advertiser' },
  { field: 'mediaAgency', label: 'Media agency' },
  { field: 'partner', label: 'Partner' },
] as const

export type Parties = Readonly<Record<(typeof parties)[number]['field'], string>>

export const noParties: Parties = { endAdvertiser: '', mediaAgency: '', partner: '' }

const pattern = /^(?:\d{1,30}|NONE|UNFOUND)$/

/** Those that were entered, as they are sent. */
export function partiesIn(entered: Parties): Partial<Parties> {
  const given = parties.map(({ field }) => [field, entered[field].trim()] as const).filter(([, id]) => id !== '')
  return Object.fromEntries(given)
}

/** Why the input is invalid; null if it is valid. */
export function partyProblem(entered: Parties): string | null {
  const wrong = parties.find(({ field }) => entered[field].trim() !== '' && !pattern.test(entered[field].trim()))
  return wrong ? `${wrong.label}: enter the id of a Page or an app, NONE or UNFOUND.` : null
}

/** For whom an ad account works. What was set once cannot be changed. */
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
