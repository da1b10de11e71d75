import type { Outbound } from '@carillon/outbound'
import type { Context } from '../../context.ts'
import type { Deviation, VerifiedOperation } from './report.ts'

interface Seen {
  method: string
  calls: number
  compared: boolean
  statuses: Set<number>
  fields: Set<string>
  seen: Set<string>
}

/** A context whose network calls are recorded, with functions that list the record so far. */
interface Observation {
  /** The context that `observe` was given, with its calls recorded. */
  context: Context
  operations(): VerifiedOperation[]
  deviations(): Deviation[]
}

/**
 * Creates an empty record of network operations. `of` returns the entry of an operation and creates it if needed;
 * `list` returns all entries in the form of the report.
 */
function createRecord() {
  const operations = new Map<string, Seen>()
  const of = (operation: string): Seen => {
    const known = operations.get(operation)
    if (known) return known
    const seen = {
      method: 'GET',
      calls: 0,
      compared: false,
      statuses: new Set<number>(),
      fields: new Set<string>(),
      seen: new Set<string>(),
    }
    operations.set(operation, seen)
    return seen
  }
  const list = (): VerifiedOperation[] =>
    [...operations].map(([operation, { method, calls, compared, statuses, fields, seen }]) => ({
      operation,
      method,
      calls,
      compared,
      statuses: [...statuses].sort((one, other) => one - other),
      unseen: [...fields].filter((field) => !seen.has(field)),
    }))
  return { of, list }
}

/**
 * Returns a copy of the context that makes calls as before and records them, with functions that list the recorded
 * calls and how their responses differ from the network's documentation.
 */
export function observe(context: Context): Observation {
  const record = createRecord()
  const deviations = new Map<string, Deviation>()
  const { outbound: plain } = context
  async function watched<Result extends { status: number }>(
    { operation, method = 'GET' }: { operation: string; method?: string | undefined },
    sending: Promise<Result>,
  ): Promise<Result> {
    const seen = record.of(operation)
    seen.method = method
    seen.calls++
    try {
      const response = await sending
      seen.statuses.add(response.status)
      return response
    } catch (error) {
      seen.statuses.add(0)
      throw error
    }
  }
  const outbound: Outbound = {
    ...plain,
    request: (input) => watched(input, plain.request(input)),
    guarded: (input) => watched(input, plain.guarded(input)),
  }
  const observer: Context['observer'] = {
    drift({ operation, kind, field, value }) {
      const deviation = { operation, kind, field, ...(value !== undefined && { value }) }
      deviations.set(JSON.stringify(deviation), deviation)
    },
    fields({ operation, fields, seen }) {
      const known = record.of(operation)
      known.compared = true
      for (const field of fields) known.fields.add(field)
      for (const field of seen) known.seen.add(field)
    },
  }
  return {
    context: { ...context, outbound, observer },
    deviations: () => [...deviations.values()],
    operations: record.list,
  }
}
