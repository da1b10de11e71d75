import { Fieldset, NumberInput } from '@mantine/core'
import type { KeyScope } from '../../data/key-scopes.ts'
import { budgetsFor } from './key-budgets.ts'
import type { KeyDraft } from './key-draft.ts'
import styles from './keys.module.css'

export interface BudgetsFieldProps {
  scopes: readonly KeyScope[]
  budgets: KeyDraft['budgets']
  onChange(budgets: KeyDraft['budgets']): void
}

/**
 * Fields for the budgets that apply to a key with these scopes. An empty field sets none: a new key then has that of
 * the session's key, if any. 0 permits nothing.
 */
export function BudgetsField({ scopes, budgets, onChange }: BudgetsFieldProps) {
  return (
    <Fieldset legend="Budgets" variant="unstyled" className={styles['fieldset'] ?? ''}>
      <div className={styles['budgets']}>
        {budgetsFor(scopes).map(({ budget, label }) => (
          <NumberInput
            key={budget}
            label={label}
            placeholder="No limit"
            value={budgets[budget] ?? ''}
            onChange={(value) => {
              const { [budget]: _before, ...others } = budgets
              onChange(typeof value === 'number' ? { ...others, [budget]: value } : others)
            }}
            min={0}
            max={1_000_000}
            allowDecimal={false}
            allowNegative={false}
            hideControls
          />
        ))}
      </div>
    </Fieldset>
  )
}
