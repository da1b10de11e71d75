import { Icon } from '../../../ui/icon.tsx'
import { type DraftMedia, mediaName } from '../draft/draft.ts'
import type { Appearance } from '../form/post-schema.ts'
import styles from './preview.module.css'
import { stillOf } from './still.ts'

function Still({ media }: { media: DraftMedia }) {
  const url = stillOf(media)
  return (
    <span className={styles['still']}>
      {url === null ? (
        <span className={styles['unseen']}>
          <Icon name={media.kind === 'video' ? 'play' : 'image'} size={28} />
          <bdi>{mediaName(media)}</bdi>
        </span>
      ) : (
        <img src={url} alt={media.altText || mediaName(media)} />
      )}
      {media.kind === 'video' && url !== null && (
        <span className={styles['play']}>
          <Icon name="play" size={22} />
        </span>
      )}
    </span>
  )
}

/** The ratio of width to height of an item; 1 while it is unknown. */
function ratioOf({ facts }: DraftMedia): number {
  return facts?.width && facts.height ? facts.width / facts.height : 1
}

const widest = 1.91
const inGrid = 4

export interface MediaFrameProps {
  media: readonly DraftMedia[]
  appearance: Appearance
  /** The field that contains the media; undefined if none can. */
  field: string | undefined
}

/** The ratio of width to height of the frame in which a network shows the media. */
export function frameRatio({ media, appearance, field = '' }: MediaFrameProps): number {
  const [first] = media
  const { frames, minRatio } = appearance
  if (frames[field] !== undefined) return frames[field]
  const isGrid = appearance.media === 'grid' && media.length > 1
  if (isGrid) return media.length === 2 ? 2 : 4 / 3
  return first ? Math.min(widest, Math.max(minRatio, ratioOf(first))) : 1
}

/**
 * The media of a post as a network shows them: up to 4 in a grid with the number of the others, or the first of a
 * carousel with the number of all. Nothing without media.
 */
export function MediaFrame(props: MediaFrameProps) {
  const { media, appearance } = props
  const [first] = media
  if (!first) return null
  const isGrid = appearance.media === 'grid'
  const shown = isGrid ? media.slice(0, inGrid) : [first]
  const more = media.length - shown.length
  return (
    <div className={styles['media']} data-count={shown.length} style={{ aspectRatio: frameRatio(props) }}>
      {shown.map((one) => (
        <Still key={one.id} media={one} />
      ))}
      {isGrid && more > 0 && <span className={styles['more']}>+{more}</span>}
      {!isGrid && media.length > 1 && <span className={styles['count']}>1/{media.length}</span>}
    </div>
  )
}
