import type { Platform } from '@carillon/domain'
import type { Context } from '@carillon/service'

/** A response as an adapter got it. */
export interface RecordedResponse {
  operation: string
  status: number
  headers: [string, string][]
  text: string
}

/** One use of a method of an adapter: what it was given, what the network responded to it, and when. */
export interface Recording {
  platform: Platform
  /** The adapters, as they are. */
  registry: Context['registry']
  /** Such as `comments.list`. */
  method: string
  /** The context of the call without its functions. */
  call: Record<string, unknown>
  /** Names of the functions in the context of the call. */
  functions: string[]
  args: unknown[]
  responses: RecordedResponse[]
  now: number
}

type Method = (...args: unknown[]) => unknown
type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isMethod = (value: unknown): value is Method => typeof value === 'function'

/** What of a context can be kept: its functions by name alone, everything else as a copy. Undefined if it cannot be copied. */
function copyOf(call: Members, args: readonly unknown[]): Pick<Recording, 'call' | 'functions' | 'args'> | undefined {
  const entries = Object.entries(call).filter(([name]) => name !== 'outbound' && name !== 'signal')
  try {
    return {
      call: structuredClone(Object.fromEntries(entries.filter(([, value]) => !isMethod(value)))),
      functions: entries.filter(([, value]) => isMethod(value)).map(([name]) => name),
      args: structuredClone([...args]),
    }
  } catch {
    // A source of media, which is read while the call runs.
    return undefined
  }
}

/** The same method, which notes what it is given and what the network responds. */
function recorded(
  of: Pick<Recording, 'platform' | 'registry' | 'method'>,
  method: Method,
  keep: (one: Recording) => void,
): Method {
  return (first, ...rest) => {
    const call = isMembers(first) ? first : {}
    const outbound = call['outbound']
    const copy = isMembers(outbound) ? copyOf(call, rest) : undefined
    if (!copy || !isMembers(outbound) || !isMethod(outbound['request'])) return method(first, ...rest)
    const recording: Recording = { ...of, ...copy, responses: [], now: Date.now() }
    const { request } = outbound
    const watched = {
      ...outbound,
      async request(input: { operation: string }) {
        const response = (await request(input)) as { status: number; headers: Headers; text(): string }
        const { status, headers } = response
        recording.responses.push({ operation: input.operation, status, headers: [...headers], text: response.text() })
        return response
      },
    }
    keep(recording)
    return method({ ...call, outbound: watched }, ...rest)
  }
}

/** The same context, whose adapters note every call that is made with them. */
export function recording(context: Context, keep: (one: Recording) => void): Context {
  const { registry } = context
  return {
    ...context,
    registry: {
      async adapter(platform) {
        const adapter = await registry.adapter(platform)
        const ports = Object.entries(adapter).map(([port, members]: [string, unknown]) => {
          if (!isMembers(members)) return [port, members]
          const methods = Object.entries(members).map(([name, member]) => [
            name,
            isMethod(member) ? recorded({ platform, registry, method: `${port}.${name}` }, member, keep) : member,
          ])
          return [port, Object.fromEntries(methods)]
        })
        return Object.fromEntries(ports)
      },
    },
  }
}
