import { SegmentedControl, Text } from '@mantine/core'
import type { KeyScope } from '../../data/key-scopes.ts'
import { useSession } from '../../data/session-query.ts'
import { canGrant, type Level, levelOf, levels, resourcesOf, withLevel } from './key-jobs.ts'
import styles from './keys.module.css'

const labels: Readonly<Record<Level, string>> = { none: 'None', read: 'Read', write: 'Write' }

export interface ScopesFieldProps {
  /** Every scope that a key can have. */
  all: readonly KeyScope[]
  scopes: readonly KeyScope[]
  onChange(scopes: readonly KeyScope[]): void
}

/**
 * Chooses for each kind of object whether a key can read or write it. Levels that the session's key does not have
 * cannot be chosen.
 */
export function ScopesField({ all, scopes, onChange }: ScopesFieldProps) {
  const { scopes: held } = useSession()
  return (
    <ul className={styles['scopes']} aria-label="Scopes">
      {resourcesOf(all).map((resource) => (
        <li key={resource}>
          <Text size="sm">{resource}</Text>
          <SegmentedControl
            size="xs"
            aria-label={`Scope of ${resource}`}
            value={levelOf(scopes, resource)}
            onChange={(value) => {
              const level = levels.find((one) => one === value)
              if (level) onChange(withLevel(scopes, { resource, level }, all))
            }}
            data={levels.map((level) => ({
              value: level,
              label: labels[level],
              disabled: !canGrant(
                held,
                all.filter((scope) => scope === `${resource}:${level}`),
              ),
            }))}
          />
        </li>
      ))}
    </ul>
  )
}
