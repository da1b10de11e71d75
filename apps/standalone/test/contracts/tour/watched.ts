import type { Context } from '@carillon/service'

/** Names the adapter and the operation of a call to the sandbox; it is in no contract and is taken out of what was recorded. */
export const operationHeader = 'x-tour-operation'

/** The same context, whose calls carry the names that the adapters have for them. */
export function named(context: Context): Context {
  const { outbound } = context
  const mark = <Input extends { network: string; operation: string; headers?: Record<string, string> }>(
    input: Input,
  ): Input => ({
    ...input,
    headers: { ...input.headers, [operationHeader]: `${input.network} ${input.operation}` },
  })
  return {
    ...context,
    outbound: {
      ...outbound,
      request: (input) => outbound.request(mark(input)),
      guarded: (input) => outbound.guarded(mark(input)),
    },
  }
}
