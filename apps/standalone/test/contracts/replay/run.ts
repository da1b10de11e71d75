import { type Deviating, fieldChanges } from '../deviations/generate.ts'
import { requiredFields } from '../network-operations.ts'
import { type Difference, differenceOf } from './compare.ts'
import type { RecordedResponse, Recording } from './record.ts'
import { type Outcome, replay } from './replay.ts'

/** A recorded call of an adapter, made again after a network changed one field of one response. */
export interface Replayed {
  /** Network, method of the adapter, operation, field and change. */
  name: string
  isRequired: boolean
  difference: Difference
  /** The code with which it failed. */
  error: string | null
}

export interface Replays {
  /** Methods of adapters that were called. */
  methods: number
  replayed: Replayed[]
}

function changesOf({ platform }: Recording, { operation, status, headers, text }: RecordedResponse): Deviating[] {
  if (status >= 400) return []
  try {
    const body: unknown = JSON.parse(text)
    return fieldChanges({ platform, operation }, { status, headers: new Headers(headers), body })
  } catch {
    return []
  }
}

/** The outcome of a recording with its own responses; undefined where it takes more than these to have one. */
async function usualOutcome(recording: Recording): Promise<Outcome | undefined> {
  const [first, second] = [await replay(recording, recording.responses), await replay(recording, recording.responses)]
  if (JSON.stringify(first) !== JSON.stringify(second)) return undefined
  return 'error' in first && first.error === 'internal_error' ? undefined : first
}

async function replayedWith(recording: Recording, at: number, one: Deviating): Promise<Outcome> {
  const changed = JSON.stringify(one.after.body)
  return replay(
    recording,
    recording.responses.map((response, index) => (index === at ? { ...response, text: changed } : response)),
  )
}

/** Makes every recorded call again with each change of each field of its responses, each change once for each method. */
export async function replayAll(recordings: readonly Recording[]): Promise<Replays> {
  const found = new Map<string, Replayed>()
  const methods = new Set<string>()
  for (const recording of recordings) {
    const { platform, method, responses } = recording
    const usual = responses.length > 0 ? await usualOutcome(recording) : undefined
    if (!usual) continue
    methods.add(`${platform} ${method}`)
    for (const [at, response] of responses.entries()) {
      for (const one of changesOf(recording, response)) {
        const name = `${platform} ${method} ${one.operation} ${one.field} ${one.kind}`
        if (found.has(name)) continue
        const outcome = await replayedWith(recording, at, one)
        const isRequired = requiredFields(platform, one.operation).includes(one.field)
        const difference = differenceOf(usual, outcome)
        found.set(name, { name, isRequired, difference, error: 'error' in outcome ? outcome.error : null })
      }
    }
  }
  return { methods: methods.size, replayed: [...found.values()] }
}
