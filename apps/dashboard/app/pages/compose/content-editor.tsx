import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Icon } from '../../ui/icon.tsx'
import { networks } from '../../ui/networks.ts'
import { type Change, type Draft, type DraftPart, newPart, type PostContent } from './draft/draft.ts'
import type { KeptState } from './draft/use-kept-uploads.ts'
import type { CropTarget } from './form/crop.ts'
import type { PostForm } from './form/post-schema.ts'
import { slotFor } from './form/slot-choice.ts'
import { PartEditor } from './part-editor.tsx'

export interface ContentEditorProps {
  content: PostContent
  /** The forms of the networks for which the content is written. */
  forms: readonly PostForm[]
  slots: Draft['slots']
  kept: ReadonlyMap<string, KeptState>
  onChange: Change<PostContent>
}

/**
 * The media rules of each network for the media of a post of the thread, limited to those of the field that would
 * contain them.
 */
function cropTargets(
  { forms, slots }: Pick<ContentEditorProps, 'forms' | 'slots'>,
  part: DraftPart,
  isFirst: boolean,
): CropTarget[] {
  return forms.map(({ platform, rules, ...form }) => {
    const fields = isFirst ? form.slots : (form.thread?.slots ?? [])
    const slot = slotFor(fields, part.media, { rules, chosen: isFirst ? slots[platform] : undefined })
    return { name: networks[platform].name, rules: rules.filter(({ field }) => field === slot?.field) }
  })
}

/**
 * The fields of a post: a title if one of the networks has titles, the text with its media, and further posts if one of
 * them has threads.
 */
export function ContentEditor({ content, forms, slots, kept, onChange }: ContentEditorProps) {
  const titled = forms.filter(({ title }) => title)
  const threads = forms.flatMap(({ thread }) => thread ?? [])
  const maxThread = Math.max(0, ...threads.map(({ max }) => max))
  const changeThread = (update: (thread: readonly DraftPart[]) => readonly DraftPart[]) =>
    onChange((before) => ({ ...before, thread: update(before.thread) }))
  return (
    <Stack gap="md">
      {titled.length > 0 && (
        <TextInput
          label="Title"
          description={titled.map(({ platform }) => networks[platform].name).join(', ')}
          value={content.title}
          onChange={({ currentTarget: { value } }) => onChange((before) => ({ ...before, title: value }))}
          required={titled.some(({ title }) => title?.isRequired)}
        />
      )}
      <PartEditor
        label={content.thread.length > 0 && maxThread > 0 ? 'Post 1' : 'Text'}
        part={content.first}
        kept={kept}
        slots={forms.flatMap((form) => form.slots)}
        targets={cropTargets({ forms, slots }, content.first, true)}
        onChange={(update) => onChange((before) => ({ ...before, first: update(before.first) }))}
      />
      {maxThread > 0 &&
        content.thread.map((part, index) => (
          <PartEditor
            key={part.id}
            label={`Post ${index + 2}`}
            part={part}
            kept={kept}
            slots={threads.flatMap((thread) => thread.slots)}
            targets={cropTargets({ forms, slots }, part, false)}
            onChange={(update) =>
              changeThread((thread) => thread.map((one) => (one.id === part.id ? update(one) : one)))
            }
            onRemove={() => changeThread((thread) => thread.filter(({ id }) => id !== part.id))}
          />
        ))}
      {content.thread.length < maxThread && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => changeThread((thread) => [...thread, newPart()])}
          >
            Add a post to the thread
          </Button>
        </Group>
      )}
    </Stack>
  )
}
