import type { Outbound, OutboundRequest, OutboundResponse } from '@carillon/outbound'

export interface Sample {
  status: number
  /** Text goes as it is, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

/** A response as adapters get it. */
export function responseOf({ status, body = {}, headers = {} }: Sample): OutboundResponse {
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
export function outboundOver(sampleFor: (request: OutboundRequest) => Sample): Outbound {
  return {
    request: async (request) => responseOf(sampleFor(request)),
    guarded: () => Promise.reject(new Error('nothing here is guarded')),
    close: async () => undefined,
  }
}
