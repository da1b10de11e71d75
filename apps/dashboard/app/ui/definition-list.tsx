import type { ReactNode } from 'react'
import styles from './definition-list.module.css'

/** Names and values, one pair per line. Names are unique. */
export function DefinitionList({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles['list']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
