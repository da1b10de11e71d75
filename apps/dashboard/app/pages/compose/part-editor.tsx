import { Button, Group, Stack, Textarea } from '@mantine/core'
import type { CropTarget } from './crop.ts'
import type { DraftPart } from './draft.ts'
import { MediaEditor } from './media-editor.tsx'
import type { MediaSlot } from './post-schema.ts'

export interface PartEditorProps {
  label: string
  part: DraftPart
  slots: readonly MediaSlot[]
  /** The chosen networks, with what they take of such media. */
  targets: readonly CropTarget[]
  onChange(part: DraftPart): void
  onRemove?: () => void
}

/** The text and the media of one post. */
export function PartEditor({ label, part, slots, targets, onChange, onRemove }: PartEditorProps) {
  return (
    <Stack gap="xs">
      <Textarea
        label={label}
        value={part.text}
        onChange={({ currentTarget: { value } }) => onChange({ ...part, text: value })}
        autosize
        minRows={3}
        maxRows={16}
        dir="auto"
      />
      <MediaEditor
        media={part.media}
        slots={slots}
        targets={targets}
        onChange={(media) => onChange({ ...part, media })}
      />
      {onRemove && (
        <Group justify="flex-end">
          <Button size="compact-sm" variant="default" onClick={onRemove}>
            Remove this post
          </Button>
        </Group>
      )}
    </Stack>
  )
}
