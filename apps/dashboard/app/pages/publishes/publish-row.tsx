import type { Account, Publish } from '@carillon/client'
import { Link } from 'wouter'
import { accountName } from '../../ui/account-name.ts'
import { noteNavigation } from '../../ui/navigation.ts'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { PublishStatusBadge } from '../../ui/publish-status-badge.tsx'
import { publishTitle } from '../../ui/publish-title.ts'
import { Time } from '../../ui/time.tsx'
import { MediaThumbnail } from './media-thumbnail.tsx'
import styles from './publishes.module.css'

/**
 * One publish in the list, in plain elements: a list that scrolls makes several of them for every frame. `account` is
 * undefined while it is not known, or if it was disconnected.
 */
export function PublishRow({ publish, account }: { publish: Publish; account: Account | undefined }) {
  const [first] = publish.media
  return (
    <div className={styles['row']}>
      <NetworkIcon platform={publish.platform} size={28} />
      {first && <MediaThumbnail item={first} more={publish.media.length - 1} />}
      <div className={styles['words']}>
        <Link href={`/publishes/${publish.publishId}`} className={styles['title'] ?? ''} onClick={noteNavigation}>
          <bdi dir="auto">{publishTitle(publish)}</bdi>
        </Link>
        <div className={styles['about']}>
          {account && (
            <>
              <bdi dir="auto">{accountName(account)}</bdi>
              {' · '}
            </>
          )}
          <Time at={publish.createdAt} />
        </div>
        <div className={styles['below']}>
          <PublishStatusBadge status={publish.status} />
        </div>
        {publish.error && (
          <div className={styles['error']} data-status={publish.status}>
            {publish.error.message}
          </div>
        )}
      </div>
      <div className={styles['beside']}>
        <PublishStatusBadge status={publish.status} />
      </div>
    </div>
  )
}
