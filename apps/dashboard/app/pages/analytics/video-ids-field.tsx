import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type VideoRules, videoIdsIn, videoIdsProblem, videoIdsWords } from './video-ids.ts'

export interface VideoIdsFieldProps {
  rules: VideoRules
  /** The ids in the report's request; empty for the newest videos. */
  ids: readonly string[]
  onChange(ids: string[]): void
}

/**
 * A field for the ids of the videos to report. `onChange` is called only on Enter or the button, since each read counts
 * at the network; without ids, it gets an empty list.
 */
export function VideoIdsField({ rules, ids, onChange }: VideoIdsFieldProps) {
  const [typed, setTyped] = useState(ids.join(', '))
  const problem = videoIdsProblem(typed, rules)
  const entered = videoIdsIn(typed)
  const isSame = entered.join() === ids.join()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem === null) onChange(entered)
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-start">
        <TextInput
          label="Videos"
          description={videoIdsWords(rules)}
          placeholder="Ids of videos"
          value={typed}
          maxLength={4_096}
          error={problem}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          flex="1 1 240px"
        />
        <Button type="submit" variant="default" mt={25} disabled={problem !== null || isSame}>
          Show
        </Button>
      </Group>
    </form>
  )
}
