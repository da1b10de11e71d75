import type { ReactNode } from 'react'
import styles from './tiles.module.css'

export interface Tile {
  label: string
  /** The value to show; null if it is unknown. */
  value: ReactNode
  /** The text if the value is null. Default: "Not reported". */
  none?: string
}

/** Figures side by side, each below its label. Labels are unique. */
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
