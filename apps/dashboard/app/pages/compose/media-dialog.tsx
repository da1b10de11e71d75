import { Button, CloseButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './compose.module.css'
import { CropFrames, CropHints } from './crop-frames.tsx'
import { type DraftMedia, mediaName, type UserTag } from './draft/draft.ts'
import type { Hint } from './form/crop.ts'
import { stillOf } from './preview/still.ts'

export interface MediaDialogProps {
  media: DraftMedia
  maxAltText: number | null
  takesTags: boolean
  hints: readonly Hint[]
  onChange(media: DraftMedia): void
  onClose(): void
}

const maxTags = 20

/** The CSS position of a tag on the image, from its coordinates of 0 to 1. */
const placeStyle = ({ x, y }: Omit<UserTag, 'username'>) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  '--tag-x': x,
  '--tag-y': y,
})

/** Tags users on the image: a click places a tag, which is then named. */
function TagEditor({
  tags,
  previewUrl,
  hints,
  onChange,
}: {
  tags: readonly UserTag[]
  previewUrl: string
  hints: readonly Hint[]
  onChange(tags: UserTag[]): void
}) {
  const [place, setPlace] = useState<Omit<UserTag, 'username'> | null>(null)
  const [username, setUsername] = useState('')
  const pick = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    // A click by keyboard has no place: the middle of the image stands for it.
    const at = detail === 0 ? { x: 0.5, y: 0.5 } : { x: (clientX - left) / width, y: (clientY - top) / height }
    setPlace({ x: Number(at.x.toFixed(3)), y: Number(at.y.toFixed(3)) })
  }
  const add = () => {
    if (!place || !username.trim()) return
    onChange([...tags, { username: username.trim().replace(/^@/, ''), ...place }])
    setPlace(null)
    setUsername('')
  }
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        Tagged users
      </Text>
      <button type="button" className={styles['tagged']} onClick={pick} disabled={tags.length >= maxTags}>
        <img src={previewUrl} alt="Click where the user is seen" />
        <CropFrames hints={hints} />
        {tags.map((tag) => (
          <span key={`${tag.username} ${tag.x} ${tag.y}`} className={styles['tag']} style={placeStyle(tag)}>
            @{tag.username}
          </span>
        ))}
        {place && (
          <span className={styles['tag']} style={placeStyle(place)}>
            …
          </span>
        )}
      </button>
      {place && (
        <Group gap="xs" align="flex-end">
          <TextInput
            label="User name"
            value={username}
            onChange={({ currentTarget }) => setUsername(currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && add()}
            data-autofocus
            flex={1}
          />
          <Button onClick={add} disabled={!username.trim()}>
            Tag
          </Button>
        </Group>
      )}
      {tags.map((tag) => (
        <Group key={`${tag.username} ${tag.x} ${tag.y}`} gap={4}>
          <Text size="sm">@{tag.username}</Text>
          <CloseButton
            size="sm"
            aria-label={`Remove the tag of ${tag.username}`}
            onClick={() => onChange(tags.filter((one) => one !== tag))}
          />
        </Group>
      ))}
    </Stack>
  )
}

/**
 * A dialog for the alt text (unless `maxAltText`, in characters, is null) and the tags of one media item. `onChange`
 * gets the changed item at each input.
 */
export function MediaDialog({ media, maxAltText, takesTags, hints, onChange, onClose }: MediaDialogProps) {
  const previewUrl = stillOf(media)
  return (
    <Dialog opened onClose={onClose} title={media.kind === 'video' ? 'Video' : 'Image'} size="lg">
      <Stack gap="md">
        {maxAltText !== null && (
          <Textarea
            label="Description"
            description="Read aloud by screen readers."
            value={media.altText}
            onChange={({ currentTarget: { value } }) => onChange({ ...media, altText: value })}
            maxLength={maxAltText}
            autosize
            minRows={2}
            data-autofocus
          />
        )}
        {takesTags && media.kind === 'image' && previewUrl && (
          <TagEditor
            tags={media.tags}
            previewUrl={previewUrl}
            hints={hints}
            onChange={(tags) => onChange({ ...media, tags })}
          />
        )}
        {!takesTags && media.kind === 'image' && previewUrl && (
          <div className={styles['shown']}>
            <img src={previewUrl} alt={media.altText || mediaName(media)} />
            <CropFrames hints={hints} />
          </div>
        )}
        <CropHints title={mediaName(media)} hints={hints} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
