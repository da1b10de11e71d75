import type { Platform } from '@carillon/client'
import styles from './network-icon.module.css'
import { networks } from './networks.ts'

/** The mark of a social network. Its name is read out unless it is written beside it. */
export function NetworkIcon({
  platform,
  size = 24,
  named = false,
}: {
  platform: Platform
  size?: number
  /** Whether the name is written beside it. */
  named?: boolean
}) {
  const { name, mark, color } = networks[platform]
  return (
    <span
      className={styles['icon']}
      style={{ width: size, height: size, lineHeight: `${size}px`, fontSize: size * 0.46, background: color }}
      {...(named ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      title={name}
    >
      {mark}
    </span>
  )
}
