import { ActionIcon, Button, FileButton, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import styles from './compose.module.css'
import { type DraftMedia, kindOfUrl, mediaOfFile, mediaOfUrl } from './draft.ts'
import { MediaDialog } from './media-dialog.tsx'
import type { MediaKind, MediaSlot } from './post-schema.ts'

export interface MediaEditorProps {
  media: readonly DraftMedia[]
  /** The media fields of all chosen networks. */
  slots: readonly MediaSlot[]
  onChange(media: DraftMedia[]): void
}

function Tile({ media, onEdit, onRemove }: { media: DraftMedia; onEdit: () => void; onRemove: () => void }) {
  const { source, kind, altText } = media
  const name = 'file' in source ? source.file.name : source.url
  return (
    <Stack gap={4} className={styles['tile'] ?? ''}>
      <div className={styles['thumb']}>
        {'file' in source && kind === 'image' && <img src={source.previewUrl} alt={altText || name} />}
        {'file' in source && kind === 'video' && <video src={source.previewUrl} muted aria-label={name} />}
        {'url' in source && <Icon name={kind === 'video' ? 'play' : 'image'} size={36} />}
      </div>
      <Text size="xs" truncate="end" title={name}>
        {name}
      </Text>
      <Group gap={4}>
        <Button size="compact-xs" variant="default" onClick={onEdit}>
          Details
        </Button>
        <ActionIcon size="sm" variant="default" onClick={onRemove} aria-label={`Remove ${name}`}>
          <Icon name="trash" size={14} />
        </ActionIcon>
      </Group>
    </Stack>
  )
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
export function MediaEditor({ media, slots, onChange }: MediaEditorProps) {
  const [isOver, setOver] = useState(false)
  const [editedId, setEditedId] = useState<string | null>(null)
  const [isUrlShown, setUrlShown] = useState(false)
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
            <Tile
              key={one.id}
              media={one}
              onEdit={() => setEditedId(one.id)}
              onRemove={() => onChange(media.filter(({ id }) => id !== one.id))}
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
      {isUrlShown && takesUrl && <UrlForm onAdd={(one) => onChange([...media, one])} />}
      {edited && (
        <MediaDialog
          media={edited}
          maxAltText={lengths.length > 0 ? Math.min(...lengths) : null}
          takesTags={ofKind.some(({ item }) => item.takesTags)}
          onChange={(changed) => onChange(media.map((one) => (one.id === changed.id ? changed : one)))}
          onClose={() => setEditedId(null)}
        />
      )}
    </Stack>
  )
}
