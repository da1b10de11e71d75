import { Alert, Group, Input, MultiSelect, NumberInput, SegmentedControl, SimpleGrid, TextInput } from '@mantine/core'
import { countries as countryOptions } from './countries.ts'
import { digitsOf, numberIn } from './money.ts'
import {
  adCategories,
  type BudgetKind,
  countriesIn,
  type Identity,
  type Plan,
  regulatedCountries,
  regulatedIn,
  type Terms,
  unnamedIn,
} from './plan.ts'
import { wordsOf } from './words.ts'

export interface PlanFieldsProps {
  plan: Plan
  terms: Terms
  change(part: Partial<Plan>): void
}

const budgetKinds: { value: BudgetKind; label: string }[] = [
  { value: 'daily', label: 'Daily' },
  { value: 'lifetime', label: 'Lifetime' },
]

/** Fields for the kind and amount of the budget, the number of days, and the start. */
export function BudgetFields({ plan, terms: { currency, minDailyBudget, money }, change }: PlanFieldsProps) {
  const { budgetKind, budget, days, start } = plan
  return (
    <>
      <Input.Wrapper label="Budget" labelElement="div">
        <SegmentedControl
          aria-label="Budget"
          fullWidth
          data={budgetKinds}
          value={budgetKind}
          onChange={(value) => change({ budgetKind: value === 'lifetime' ? 'lifetime' : 'daily' })}
        />
      </Input.Wrapper>
      <Group align="flex-start" gap="md">
        <NumberInput
          label={`${wordsOf(budgetKind)} budget in ${currency}`}
          {...(minDailyBudget !== null && { description: `At least ${money(minDailyBudget)} a day` })}
          value={budget ?? ''}
          onChange={(value) => change({ budget: numberIn(value) })}
          decimalScale={digitsOf(currency)}
          allowNegative={false}
          hideControls
          flex="3 1 12rem"
        />
        <NumberInput
          label="Days"
          value={days ?? ''}
          onChange={(value) => change({ days: numberIn(value) })}
          allowDecimal={false}
          allowNegative={false}
          min={1}
          hideControls
          flex="2 1 5rem"
        />
        <TextInput
          label="Start"
          description="Empty: at once"
          type="datetime-local"
          value={start}
          onChange={({ currentTarget: { value } }) => change({ start: value })}
          flex="4 1 14rem"
        />
      </Group>
    </>
  )
}

const ages = [
  { field: 'ageMin', label: 'Minimum age', placeholder: '18' },
  { field: 'ageMax', label: 'Maximum age', placeholder: '65 and older' },
] as const

/** Fields for the audience: countries, ages, and the special categories that restrict it. */
export function AudienceFields({ plan, change }: Omit<PlanFieldsProps, 'terms'>) {
  const { countries, categories } = plan
  return (
    <>
      <MultiSelect
        label="Countries"
        data={countryOptions}
        value={countriesIn(countries)}
        onChange={(codes) => change({ countries: codes.join(', ') })}
        searchable
        nothingFoundMessage="No country is called so"
        clearable
        clearButtonProps={{ 'aria-label': 'No country' }}
        {...(countries === '' && { placeholder: 'Type a name' })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {ages.map(({ field, label, placeholder }) => (
          <NumberInput
            key={field}
            label={label}
            placeholder={placeholder}
            value={plan[field] ?? ''}
            onChange={(value) => change({ [field]: numberIn(value) })}
            allowDecimal={false}
            allowNegative={false}
            hideControls
          />
        ))}
      </SimpleGrid>
      <MultiSelect
        label="Special categories"
        description="Ads about these topics have their own rules and a smaller audience."
        data={Object.entries(adCategories).map(([value, label]) => ({ value, label }))}
        value={[...categories]}
        onChange={(value) => change({ categories: value })}
        clearable
        clearButtonProps={{ 'aria-label': 'No special category' }}
        {...(categories.length === 0 && { placeholder: 'None' })}
      />
    </>
  )
}

/**
 * The fields for who benefits from and who pays for the ads. Warns, without blocking, if one is empty and a country of
 * the European Union, whose law requires both, is chosen.
 */
export function ResponsibleFields({ plan, change }: Omit<PlanFieldsProps, 'terms'>) {
  const unnamed = unnamedIn(plan).map((code) => countryOptions.find(({ value }) => value === code)?.label ?? code)
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Who benefits"
          description="The legal name, shown with ads in the European Union"
          maxLength={512}
          value={plan.beneficiary}
          onChange={({ currentTarget: { value } }) => change({ beneficiary: value })}
        />
        <TextInput
          label="Who pays"
          description="The legal name, shown with ads in the European Union"
          maxLength={512}
          value={plan.payor}
          onChange={({ currentTarget: { value } }) => change({ payor: value })}
        />
      </SimpleGrid>
      <div role="status">
        {unnamed.length > 0 && (
          <Alert color="orange" variant="light" p="xs">
            Ads in {unnamed.join(', ')} have to name both. Leave them empty only if the ad account names them.
          </Alert>
        )}
      </div>
    </>
  )
}

const noIdentity: Identity = { beneficiary: '', payor: '' }
const identityFields = [
  { field: 'beneficiary', label: 'Verified beneficiary' },
  { field: 'payor', label: 'Verified payer' },
] as const

/** Fields for the verified identities of each chosen country that requires them; nothing for other countries. */
export function IdentityFields({ plan, change }: Omit<PlanFieldsProps, 'terms'>) {
  const { identities } = plan
  return regulatedIn(plan).map((code) => (
    <SimpleGrid key={code} cols={{ base: 1, xs: 2 }}>
      {identityFields.map(({ field, label }) => (
        <TextInput
          key={field}
          label={`${label}, ${regulatedCountries[code]}`}
          description="The id of an identity that the network has verified"
          inputMode="numeric"
          value={(identities[code] ?? noIdentity)[field]}
          onChange={({ currentTarget: { value } }) =>
            change({ identities: { ...identities, [code]: { ...noIdentity, ...identities[code], [field]: value } } })
          }
        />
      ))}
    </SimpleGrid>
  ))
}
