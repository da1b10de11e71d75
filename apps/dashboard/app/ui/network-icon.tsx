import type { Platform } from '@carillon/client'
import styles from './network-icon.module.css'
import { networks } from './networks.ts'

/**
 * The mark of a social network, `size` pixels wide and high (24 by default). Screen readers get its name unless it is
 * `named`.
 */
export function NetworkIcon({
  platform,
  size = 24,
  named = false,
}: {
  platform: Platform
  size?: number
  /** Whether the network's name is written beside it. Default: false. */
  named?: boolean
}) {
  const { name, color, mark } = networks[platform]
  const drawn = Math.round(size * 0.6)
  return (
    <span
      className={styles['icon']}
      style={{ width: size, height: size, background: color }}
      {...(named ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      title={name}
    >
      <svg width={drawn} height={drawn} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" focusable="false">
        <path d={mark} />
      </svg>
    </span>
  )
}
