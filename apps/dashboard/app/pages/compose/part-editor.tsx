import { Button, Group, Stack, Textarea } from '@mantine/core'
import type { Change, DraftPart } from './draft/draft.ts'
import type { KeptState } from './draft/use-kept-uploads.ts'
import type { CropTarget } from './form/crop.ts'
import type { MediaSlot } from './form/post-schema.ts'
import { MediaEditor } from './media-editor.tsx'

export interface PartEditorProps {
  label: string
  part: DraftPart
  kept: ReadonlyMap<string, KeptState>
  slots: readonly MediaSlot[]
  /** The chosen networks, with their rules for these media. */
  targets: readonly CropTarget[]
  onChange: Change<DraftPart>
  onRemove?: () => void
}

/**
 * The text and the media of one post of a thread. `slots` are the media fields of all chosen networks; without
 * `onRemove`, the post cannot be removed.
 */
export function PartEditor({ label, part, kept, slots, targets, onChange, onRemove }: PartEditorProps) {
  return (
    <Stack gap="xs">
      <Textarea
        label={label}
        value={part.text}
        onChange={({ currentTarget: { value } }) => onChange((before) => ({ ...before, text: value }))}
        autosize
        minRows={5}
        maxRows={16}
        dir="auto"
      />
      <MediaEditor
        media={part.media}
        kept={kept}
        slots={slots}
        targets={targets}
        onChange={(update) => onChange((before) => ({ ...before, media: update(before.media) }))}
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
