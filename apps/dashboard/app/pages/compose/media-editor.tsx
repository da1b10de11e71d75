import { Button, FileButton, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { discardUpload } from '../../uploads/uploads.ts'
import styles from './compose.module.css'
import { type CropTarget, type Hint, hintsFor, type MediaFacts } from './crop.ts'
import { CropHints } from './crop-frames.tsx'
import { type DraftMedia, kindOfUrl, mediaName, mediaOfFile, mediaOfUrl } from './draft.ts'
import { MediaDialog } from './media-dialog.tsx'
import { MediaTile } from './media-tile.tsx'
import type { MediaKind, MediaSlot } from './post-schema.ts'

export interface MediaEditorProps {
  media: readonly DraftMedia[]
  /** The media fields of all chosen networks. */
  slots: readonly MediaSlot[]
  /** The chosen networks, with what they take of such media. */
  targets: readonly CropTarget[]
  onChange(media: DraftMedia[]): void
}

type Sizes = Readonly<Record<string, Pick<MediaFacts, 'width' | 'height'>>>

/** The changes that the networks would make to an item; unknown until the browser has read the file. */
function hintsOf({ id, source }: DraftMedia, sizes: Sizes, targets: readonly CropTarget[]): Hint[] {
  const size = sizes[id]
  if (!size || !('file' in source)) return []
  return hintsFor({ ...size, contentType: source.file.type, bytes: source.file.size }, targets)
}

function UrlForm({ onAdd }: { onAdd(media: DraftMedia): void }) {
  const [url, setUrl] = useState('')
  const [kind, setKind] = useState<MediaKind | null>(null)
  const isUrl = URL.canParse(url)
  const chosen = kind ?? kindOfUrl(url)
  const add = () => {
    onAdd(mediaOfUrl(url, chosen))
    setUrl('')
    setKind(null)
  }
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label="Media URL"
        placeholder="https://…"
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value.trim())}
        flex="1 1 200px"
      />
      <SegmentedControl
        aria-label="Kind of media"
        value={chosen}
        onChange={(value) => setKind(value === 'video' ? 'video' : 'image')}
        data={[
          { value: 'image', label: 'Image' },
          { value: 'video', label: 'Video' },
        ]}
      />
      <Button variant="default" onClick={add} disabled={!isUrl}>
        Add URL
      </Button>
    </Group>
  )
}

/** Media of one post: by file, by dropping files, or by URL where a chosen network fetches media. */
export function MediaEditor({ media, slots, targets, onChange }: MediaEditorProps) {
  const [isOver, setOver] = useState(false)
  const [editedId, setEditedId] = useState<string | null>(null)
  const [isUrlShown, setUrlShown] = useState(false)
  const [sizes, setSizes] = useState<Sizes>({})
  const accepted = [...new Set(slots.flatMap(({ item }) => item.contentTypes))]
  const takesUrl = slots.some(({ item }) => item.takesUrl)
  const edited = media.find(({ id }) => id === editedId)
  const ofKind = slots.filter(({ kinds }) => edited && kinds.includes(edited.kind))
  const lengths = ofKind.flatMap(({ item }) => item.maxAltText ?? [])
  const addFiles = (files: Iterable<File>) =>
    onChange([...media, ...[...files].filter(({ type }) => accepted.includes(type)).map(mediaOfFile)])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    addFiles(event.dataTransfer.files)
  }
  if (slots.length === 0) return null
  return (
    <Stack gap="xs">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with the button. */}
      <div
        className={styles['drop']}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Group gap="sm" align="flex-start">
          {media.map((one) => (
            <MediaTile
              key={one.id}
              media={one}
              hints={hintsOf(one, sizes, targets)}
              onSize={(size) => setSizes((all) => ({ ...all, [one.id]: size }))}
              onEdit={() => setEditedId(one.id)}
              onRemove={() => {
                if ('file' in one.source) discardUpload(one.source.file)
                onChange(media.filter(({ id }) => id !== one.id))
              }}
            />
          ))}
          <Group gap="xs">
            <FileButton onChange={addFiles} accept={accepted.join(',')} multiple>
              {(props) => (
                <Button {...props} variant="default" size="xs" leftSection={<Icon name="upload" size={14} />}>
                  Add files
                </Button>
              )}
            </FileButton>
            {takesUrl && (
              <Button
                variant="default"
                size="xs"
                leftSection={<Icon name="link" size={14} />}
                onClick={() => setUrlShown(!isUrlShown)}
                aria-expanded={isUrlShown}
              >
                Add by URL
              </Button>
            )}
            <Text size="xs" c="dimmed">
              or drop files here
            </Text>
          </Group>
        </Group>
      </div>
      {media.map((one) => (
        <CropHints key={one.id} title={mediaName(one)} hints={hintsOf(one, sizes, targets)} />
      ))}
      {isUrlShown && takesUrl && <UrlForm onAdd={(one) => onChange([...media, one])} />}
      {edited && (
        <MediaDialog
          media={edited}
          hints={hintsOf(edited, sizes, targets)}
          maxAltText={lengths.length > 0 ? Math.min(...lengths) : null}
          takesTags={ofKind.some(({ item }) => item.takesTags)}
          onChange={(changed) => onChange(media.map((one) => (one.id === changed.id ? changed : one)))}
          onClose={() => setEditedId(null)}
        />
      )}
    </Stack>
  )
}
