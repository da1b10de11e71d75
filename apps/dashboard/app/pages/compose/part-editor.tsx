import { Button, Group, Stack, Textarea } from '@mantine/core'
import type { DraftPart } from './draft.ts'
import { MediaEditor } from './media-editor.tsx'
import type { MediaSlot } from './post-schema.ts'

export interface PartEditorProps {
  label: string
  part: DraftPart
  slots: readonly MediaSlot[]
  onChange(part: DraftPart): void
  onRemove?: () => void
}

/** The text and the media of one post. */
export function PartEditor({ label, part, slots, onChange, onRemove }: PartEditorProps) {
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
      <MediaEditor media={part.media} slots={slots} onChange={(media) => onChange({ ...part, media })} />
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
