import type { ServerResponse } from 'node:http'

/** Returns the headers of a JSON body of this size in bytes, as a flat list of names and values. */
export const headersOfJson = (bytes: number): readonly string[] => [
  'Content-Type',
  'application/json; charset=utf-8',
  'Content-Length',
  String(bytes),
]

/**
 * Lets the `Date` of a response be the time by the clock of the database at which its headers are sent, not that of the
 * machine: clients tell by it whether a write can still be stored.
 */
export function dateBy(res: ServerResponse, now: () => Date): void {
  res.writeHead = new Proxy(res.writeHead, {
    apply(writeHead, self, args) {
      if (!res.headersSent) res.setHeader('Date', now().toUTCString())
      return Reflect.apply(writeHead, self, args)
    },
  })
}

/** Sends a complete JSON response. `headers` is a flat list of names and values, added to headers already set. */
export function sendJson(
  res: ServerResponse,
  { status, text, headers = [] }: { status: number; text: string; headers?: readonly string[] },
): void {
  const bytes = Buffer.byteLength(text)
  res.writeHead(status, [...headers, ...headersOfJson(bytes)])
  // A text with a byte for each character is ASCII, which leaves the process without being encoded.
  res.end(text, bytes === text.length ? 'latin1' : 'utf8')
}
