import type { Account } from '@carillon/client'
import { type ReactNode, useState } from 'react'
import { Icon } from './icon.tsx'
import { NetworkIcon } from './network-icon.tsx'
import styles from './picture.module.css'

const pathOf = (...parts: string[]) => `/dashboard/pictures/${parts.map(encodeURIComponent).join('/')}`

type Pictured = Pick<Account, 'accountId' | 'platform' | 'avatarUrl'>

export interface AvatarProps {
  account: Pictured
  size: number
  /** Shown if the account has no avatar, or it cannot be loaded. */
  fallback: ReactNode
  /** Shown on top of the avatar. */
  children?: ReactNode
}

/** The avatar of an account, loaded through the service, `size` pixels wide and high. */
export function Avatar({ account: { accountId, avatarUrl }, size, fallback, children }: AvatarProps) {
  const [brokenUrl, setBroken] = useState<string | null>(null)
  if (avatarUrl === null || brokenUrl === avatarUrl) return fallback
  return (
    <span className={styles['account']} style={{ width: size, height: size }}>
      <img
        src={pathOf(accountId)}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        onError={() => setBroken(avatarUrl)}
      />
      {children}
    </span>
  )
}

export interface AccountPictureProps {
  account: Pictured
  size?: number
  /** Whether the network's name is written beside it. Default: false. */
  named?: boolean
}

/**
 * The avatar of an account with the mark of its network; the mark alone if there is no avatar. `size` is in pixels, 32
 * by default.
 */
export function AccountPicture({ account, size = 32, named = false }: AccountPictureProps) {
  const { platform } = account
  return (
    <Avatar account={account} size={size} fallback={<NetworkIcon platform={platform} size={size} named={named} />}>
      <span className={styles['mark']}>
        <NetworkIcon platform={platform} size={Math.round(size * 0.5)} named={named} />
      </span>
    </Avatar>
  )
}

/**
 * A small image of a post, loaded through the service; an icon if it cannot be loaded. `size` is in pixels, 36 by
 * default.
 */
export function PostPicture({ accountId, postId, size = 36 }: { accountId: string; postId: string; size?: number }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className={styles['post']} style={{ width: size, height: size }}>
      {isBroken ? (
        <Icon name="image" size={size * 0.5} />
      ) : (
        <img
          src={pathOf(accountId, postId)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}
