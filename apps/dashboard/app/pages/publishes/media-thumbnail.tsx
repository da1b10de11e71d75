import type { Publish } from '@carillon/client'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import styles from './media-thumbnail.module.css'

export interface MediaThumbnailProps {
  item: Publish['media'][number]
  /** The number of further media of the post, shown on the image; 0 by default. `size` is in pixels, 40 by default. */
  more?: number
  size?: number
}

/** A small image of a media item; an icon represents a video, or an image that is no longer stored. */
export function MediaThumbnail({ item, more = 0, size = 40 }: MediaThumbnailProps) {
  const [isBroken, setBroken] = useState(false)
  const { kind, thumbnailUrl } = item
  // The link is absolute; the page loads nothing but from its own origin.
  const source = thumbnailUrl && `${new URL(thumbnailUrl).pathname}${new URL(thumbnailUrl).search}`
  const label = kind === 'video' ? 'Video' : 'Image'
  return (
    <span className={styles['thumbnail']} style={{ width: size, height: size }}>
      {source && !isBroken ? (
        <img src={source} alt={label} width={size} height={size} loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <span role="img" aria-label={label}>
          <Icon name={kind === 'video' ? 'play' : 'image'} size={size * 0.5} />
        </span>
      )}
      {more > 0 && <span className={styles['more']}>+{more}</span>}
    </span>
  )
}
