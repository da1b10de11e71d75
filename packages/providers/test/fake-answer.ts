import type { Outbound, OutboundAnswer, OutboundRequest } from '@carillon/outbound'

export interface Sample {
  status: number
  /** Text goes as it is, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

/** An answer as adapters get it. */
export function answerOf({ status, body = {}, headers = {} }: Sample): OutboundAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    status,
    headers: new Headers(headers),
    bytes: () => Buffer.from(text),
    text: () => text,
    json: () => JSON.parse(text),
  }
}

/** An outbound without a network: each request gets the sample that is made for it. */
export function answering(sampleFor: (request: OutboundRequest) => Sample): Outbound {
  return {
    request: async (request) => answerOf(sampleFor(request)),
    guarded: () => Promise.reject(new Error('nothing here is guarded')),
    close: async () => undefined,
  }
}
