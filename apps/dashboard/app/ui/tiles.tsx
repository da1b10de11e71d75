import type { ReactNode } from 'react'
import styles from './tiles.module.css'

export interface Tile {
  label: string
  /** Null if the value is unknown. */
  value: ReactNode
  /** Said in the place of a value that there is not. */
  none?: string
}

/** Figures beside each other, each below its name. */
export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <dl className={styles['tiles']}>
      {tiles.map(({ label, value, none = 'Not reported' }) => (
        <div key={label} className={styles['tile']}>
          <dt>{label}</dt>
          <dd data-missing={value === null}>{value ?? none}</dd>
        </div>
      ))}
    </dl>
  )
}
