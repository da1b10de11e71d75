import { Icon } from './icon.tsx'
import type { IconName } from './icon-paths.ts'
import styles from './row-button.module.css'

export interface RowButtonProps {
  icon: IconName
  children: string
  onClick(): void
  isBusy?: boolean
  'aria-expanded'?: boolean
  'aria-pressed'?: boolean
}

/**
 * A small button in the rows of a long list, in plain elements: a list that scrolls makes several of them for every
 * frame. It is disabled while `isBusy` (false by default).
 */
export function RowButton({ icon, children, onClick, isBusy = false, ...aria }: RowButtonProps) {
  return (
    <button
      type="button"
      className={styles['button']}
      onClick={onClick}
      disabled={isBusy}
      aria-busy={isBusy || undefined}
      {...aria}
    >
      <Icon name={icon} size={13} />
      {children}
    </button>
  )
}
