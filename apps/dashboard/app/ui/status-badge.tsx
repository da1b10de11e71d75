import type { ReactNode } from 'react'
import styles from './status-badge.module.css'

export type StatusColor = 'green' | 'red' | 'orange' | 'yellow' | 'blue' | 'gray'

/** A state in words with a dot of its colour. The words have to be clear without the colour. */
export function StatusBadge({ color, children }: { color: StatusColor; children: ReactNode }) {
  return (
    <span className={styles['badge']} data-color={color}>
      {children}
    </span>
  )
}
