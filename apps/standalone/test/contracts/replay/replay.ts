import { asServiceError } from '@carillon/errors'
import type { RecordedResponse, Recording } from './record.ts'

/** What became of a call: what its method returned, as JSON, or the code with which it failed. */
export type Outcome = { value: unknown } | { error: string }

/** A list of several pages may ask for more than was recorded; far more than that never ends. */
const maxCalls = 60

/** A network that gives the recorded responses, those of an operation in their order and the last one for all that follow. */
function outboundOf(responses: readonly RecordedResponse[]) {
  const used = new Map<string, number>()
  let calls = 0
  return {
    async request({ operation }: { operation: string }) {
      const own = responses.filter((one) => one.operation === operation)
      const at = used.get(operation) ?? 0
      used.set(operation, at + 1)
      const response = own[Math.min(at, own.length - 1)]
      if (!response || ++calls > maxCalls) throw new Error(`no response to ${operation} was recorded`)
      const { status, headers, text } = response
      return {
        status,
        headers: new Headers(headers),
        bytes: () => Buffer.from(text),
        text: () => text,
        json: () => JSON.parse(text),
      }
    },
    async guarded() {
      throw new Error('nothing here is guarded')
    },
    async close() {},
  }
}

/** Makes a recorded call of an adapter again, with these responses. Nothing else of the product takes part. */
export async function replay(recording: Recording, responses: readonly RecordedResponse[]): Promise<Outcome> {
  const { platform, registry, method, call, functions, args, now } = recording
  const adapter = (await registry.adapter(platform)) as unknown as Record<
    string,
    Record<string, (...args: unknown[]) => unknown>
  >
  const [port = '', name = ''] = method.split('.')
  const context = {
    ...structuredClone(call),
    ...Object.fromEntries(functions.map((one) => [one, async () => null])),
    wait: async () => undefined,
    now: () => new Date(now),
    noteDrift: () => undefined,
    signal: new AbortController().signal,
    outbound: outboundOf(responses),
  }
  try {
    const value = await adapter[port]?.[name]?.(context, ...structuredClone(args))
    return { value: value === undefined ? null : JSON.parse(JSON.stringify(value)) }
  } catch (error) {
    return { error: asServiceError(error).code }
  }
}
