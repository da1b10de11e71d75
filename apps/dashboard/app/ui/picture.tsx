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
  /** In the place of an avatar that there is not, or that cannot be shown. */
  fallback: ReactNode
  /** Upon the avatar. */
  children?: ReactNode
}

/** The avatar of an account. */
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
  /** Whether the name of the network is written beside it. */
  named?: boolean
}

/** The avatar of an account with the mark of its network; the mark alone where there is no avatar. */
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

/** A small image of a post; an icon where it cannot be shown. */
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
