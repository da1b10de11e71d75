import type { Account } from '@carillon/client'
import { useState } from 'react'
import { Icon } from './icon.tsx'
import { NetworkIcon } from './network-icon.tsx'
import styles from './picture.module.css'

const pathOf = (...parts: string[]) => `/dashboard/pictures/${parts.map(encodeURIComponent).join('/')}`

export interface AccountPictureProps {
  account: Pick<Account, 'accountId' | 'platform' | 'avatarUrl'>
  size?: number
  /** Whether the name of the network is written beside it. */
  named?: boolean
}

/** The avatar of an account with the mark of its network; the mark alone where there is no avatar. */
export function AccountPicture({ account, size = 32, named = false }: AccountPictureProps) {
  const { accountId, platform, avatarUrl } = account
  const [brokenUrl, setBroken] = useState<string | null>(null)
  if (avatarUrl === null || brokenUrl === avatarUrl)
    return <NetworkIcon platform={platform} size={size} named={named} />
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
      <span className={styles['mark']}>
        <NetworkIcon platform={platform} size={Math.round(size * 0.5)} named={named} />
      </span>
    </span>
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
