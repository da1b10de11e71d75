import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { UploadProgress } from '../../uploads/upload-progress.tsx'
import styles from './compose.module.css'
import type { Hint, MediaFacts } from './crop.ts'
import { CropFrames } from './crop-frames.tsx'
import { type DraftMedia, mediaName } from './draft.ts'

export interface MediaTileProps {
  media: DraftMedia
  hints: readonly Hint[]
  /** Called once the browser knows how large it is. */
  onSize(size: Pick<MediaFacts, 'width' | 'height'>): void
  onEdit(): void
  onRemove(): void
}

interface PreviewProps extends Pick<MediaTileProps, 'media' | 'hints' | 'onSize'> {
  url: string
}

/** A file as it is, with what a network takes of it drawn on it. */
function Preview({ media, url, hints, onSize }: PreviewProps) {
  const [ratio, setRatio] = useState<number | null>(null)
  const note = (width: number, height: number) => {
    if (width === 0 || height === 0) return
    setRatio(width / height)
    onSize({ width, height })
  }
  const shape = ratio === null ? {} : { aspectRatio: ratio, ...(ratio >= 1 ? { width: '100%' } : { height: '100%' }) }
  return (
    <div className={styles['framed']} style={shape}>
      {media.kind === 'image' ? (
        <img
          src={url}
          alt={media.altText || mediaName(media)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => note(naturalWidth, naturalHeight)}
        />
      ) : (
        <video
          src={url}
          muted
          preload="metadata"
          aria-label={mediaName(media)}
          onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => note(videoWidth, videoHeight)}
        />
      )}
      <CropFrames hints={hints} />
    </div>
  )
}

/** One media item of a post, with its preview. */
export function MediaTile({ media, hints, onSize, onEdit, onRemove }: MediaTileProps) {
  const { source, kind } = media
  const name = mediaName(media)
  return (
    <Stack gap={4} className={styles['tile'] ?? ''}>
      <div className={styles['thumb']}>
        {'file' in source ? (
          <Preview media={media} url={source.previewUrl} hints={hints} onSize={onSize} />
        ) : (
          <Icon name={kind === 'video' ? 'play' : 'image'} size={36} />
        )}
      </div>
      <Text size="xs" truncate="end" title={name}>
        {name}
      </Text>
      {'file' in source && <UploadProgress file={source.file} />}
      <Group gap={4}>
        <Button size="compact-xs" variant="default" onClick={onEdit} aria-label={`Details of ${name}`}>
          Details
        </Button>
        <ActionIcon size="sm" variant="default" onClick={onRemove} aria-label={`Remove ${name}`}>
          <Icon name="trash" size={14} />
        </ActionIcon>
      </Group>
    </Stack>
  )
}
