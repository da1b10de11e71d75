import { Alert, Button, FileButton, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import styles from './compose.module.css'
import { CropHints } from './crop-frames.tsx'
import { type Change, type DraftMedia, kindOfUrl, type MediaKind, mediaName, mediaOfUrl } from './draft/draft.ts'
import { mediaOfFile } from './draft/media-file.ts'
import type { KeptState } from './draft/use-kept-uploads.ts'
import { type CropTarget, type Hint, hintsFor } from './form/crop.ts'
import type { MediaSlot } from './form/post-schema.ts'
import { MediaDialog } from './media-dialog.tsx'
import { MediaTile } from './media-tile.tsx'
import { unsupportedWords } from './unsupported-files.ts'

export interface MediaEditorProps {
  media: readonly DraftMedia[]
  kept: ReadonlyMap<string, KeptState>
  /** The media fields of all chosen networks. */
  slots: readonly MediaSlot[]
  /** The chosen networks, with their rules for these media. */
  targets: readonly CropTarget[]
  onChange: Change<readonly DraftMedia[]>
}

/** The changes that the networks would make to an item or require of it; empty while its size is unknown. */
function hintsOf({ facts }: DraftMedia, targets: readonly CropTarget[]): Hint[] {
  if (!facts?.width || !facts.height) return []
  return hintsFor({ ...facts, width: facts.width, height: facts.height }, targets)
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

function Unsupported({ files, onClose }: { files: readonly string[]; onClose(): void }) {
  if (files.length === 0) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<Icon name="alert" />}
      title={files.length === 1 ? 'A file was not added' : `${files.length} files were not added`}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      {files.map((words) => (
        <Text key={words} size="sm" className="foreign">
          {words}
        </Text>
      ))}
    </Alert>
  )
}

/**
 * The media of one post, which are added by choosing or dropping files, or by URL if one of the networks takes URLs.
 * Nothing if no network takes media.
 */
export function MediaEditor({ media, kept, slots, targets, onChange }: MediaEditorProps) {
  const [isOver, setOver] = useState(false)
  const [editedId, setEditedId] = useState<string | null>(null)
  const [isUrlShown, setUrlShown] = useState(false)
  const [unsupported, setUnsupported] = useState<readonly string[]>([])
  const accepted = [...new Set(slots.flatMap(({ item }) => item.contentTypes))]
  const takesUrl = slots.some(({ item }) => item.takesUrl)
  const edited = media.find(({ id }) => id === editedId)
  const ofKind = slots.filter(({ kinds }) => edited && kinds.includes(edited.kind))
  const lengths = ofKind.flatMap(({ item }) => item.maxAltText ?? [])
  const change = (changed: DraftMedia) =>
    onChange((before) => before.map((one) => (one.id === changed.id ? changed : one)))
  const addFiles = async (files: readonly File[]) => {
    const isTaken = ({ type }: File) => accepted.includes(type)
    setUnsupported(files.filter((file) => !isTaken(file)).map((file) => unsupportedWords(file, accepted)))
    const added = await Promise.all(files.filter(isTaken).map(mediaOfFile))
    onChange((before) => [...before, ...added])
  }
  const add = (files: Iterable<File>) => {
    addFiles([...files]).catch(reportError)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
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
              kept={kept}
              hints={hintsOf(one, targets)}
              onEdit={() => setEditedId(one.id)}
              onChange={change}
              onRemove={() => onChange((before) => before.filter(({ id }) => id !== one.id))}
            />
          ))}
          <Group gap="xs">
            <FileButton onChange={add} accept={accepted.join(',')} multiple>
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
      <Unsupported files={unsupported} onClose={() => setUnsupported([])} />
      {media.map((one) => (
        <CropHints key={one.id} title={mediaName(one)} hints={hintsOf(one, targets)} />
      ))}
      {isUrlShown && takesUrl && <UrlForm onAdd={(one) => onChange((before) => [...before, one])} />}
      {edited && (
        <MediaDialog
          media={edited}
          hints={hintsOf(edited, targets)}
          maxAltText={lengths.length > 0 ? Math.min(...lengths) : null}
          takesTags={ofKind.some(({ item }) => item.takesTags)}
          onChange={change}
          onClose={() => setEditedId(null)}
        />
      )}
    </Stack>
  )
}
