import { ActionIcon, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { Icon } from '../../ui/icon.tsx'
import { UploadProgress } from '../../uploads/upload-progress.tsx'
import { uploadFrom } from '../../uploads/uploads.ts'
import styles from './compose.module.css'
import { CropFrames } from './crop-frames.tsx'
import { type DraftMedia, mediaName } from './draft/draft.ts'
import { mediaOfFile } from './draft/media-file.ts'
import type { KeptState } from './draft/use-kept-uploads.ts'
import type { Hint } from './form/crop.ts'
import { stillOf } from './preview/still.ts'

export interface MediaTileProps {
  media: DraftMedia
  kept: ReadonlyMap<string, KeptState>
  hints: readonly Hint[]
  onEdit(): void
  onChange(media: DraftMedia): void
  onRemove(): void
}

/** The preview of a file, on which the part that each network would keep is drawn. */
function Preview({ media, url, hints }: Pick<MediaTileProps, 'media' | 'hints'> & { url: string }) {
  const { facts } = media
  const ratio = facts?.width && facts.height ? facts.width / facts.height : null
  const shape = ratio === null ? {} : { aspectRatio: ratio, ...(ratio >= 1 ? { width: '100%' } : { height: '100%' }) }
  return (
    <div className={styles['framed']} style={shape}>
      <img src={url} alt={media.altText || mediaName(media)} />
      <CropFrames hints={hints} />
    </div>
  )
}

const keptWords: Readonly<Record<KeptState, string>> = {
  complete: 'Uploaded',
  incomplete: 'Not uploaded completely',
  expired: 'The upload has expired',
}

/**
 * The item with a file instead of an upload of an earlier visit. The file continues that upload if it has the same name
 * and size.
 */
async function withFile(media: DraftMedia, file: File): Promise<DraftMedia> {
  const { kind, source, facts, poster, previewUrl } = await mediaOfFile(file)
  const before = media.source
  const isSame = 'upload' in before && before.upload.name === file.name && media.facts?.bytes === file.size
  if (isSame && before.upload.uploadId !== null) uploadFrom(file, before.upload.uploadId)
  return { ...media, kind, source, facts, poster, previewUrl }
}

/**
 * The state of an upload of an earlier visit, whose file the browser no longer has, and a button to choose the file
 * again unless it is complete.
 */
function Kept({ media, kept, onChange }: Pick<MediaTileProps, 'media' | 'kept' | 'onChange'>) {
  if (!('upload' in media.source)) return null
  const { uploadId, name } = media.source.upload
  const state = uploadId === null ? 'incomplete' : kept.get(uploadId)
  if (state === undefined) return null
  const choose = (file: File | null) => {
    if (file) withFile(media, file).then(onChange).catch(reportError)
  }
  return (
    <Stack gap={4}>
      <Text size="xs" c={state === 'complete' ? 'dimmed' : 'var(--mantine-color-error)'}>
        {keptWords[state]}
      </Text>
      {state !== 'complete' && (
        <FileButton onChange={choose} accept={media.facts?.contentType ?? `${media.kind}/*`}>
          {(props) => (
            <Button {...props} size="compact-xs" variant="default" aria-label={`Choose ${name} again`}>
              Choose again
            </Button>
          )}
        </FileButton>
      )}
    </Stack>
  )
}

/**
 * One media item of a post with its preview and upload; `kept` has the states of uploads of earlier visits, by upload
 * id.
 */
export function MediaTile({ media, kept, hints, onEdit, onChange, onRemove }: MediaTileProps) {
  const { source, kind } = media
  const name = mediaName(media)
  const url = stillOf(media)
  return (
    <Stack gap={4} className={styles['tile'] ?? ''}>
      <div className={styles['thumb']}>
        {url === null ? (
          <Icon name={kind === 'video' ? 'play' : 'image'} size={36} />
        ) : (
          <Preview media={media} url={url} hints={hints} />
        )}
      </div>
      <Text size="xs" truncate="end" title={name}>
        {name}
      </Text>
      {'file' in source && <UploadProgress file={source.file} />}
      <Kept media={media} kept={kept} onChange={onChange} />
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
