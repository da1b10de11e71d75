import type { ServerResponse } from 'node:http'

/** The headers of a JSON body with a length in bytes: names and values in turn. */
export const headersOfJson = (bytes: number): readonly string[] => [
  'Content-Type',
  'application/json; charset=utf-8',
  'Content-Length',
  String(bytes),
]

/** Sends a complete JSON response; `headers` are added to those that are set: names and values in turn. */
export function sendJson(
  res: ServerResponse,
  { status, text, headers = [] }: { status: number; text: string; headers?: readonly string[] },
): void {
  const bytes = Buffer.byteLength(text)
  res.writeHead(status, [...headers, ...headersOfJson(bytes)])
  // A text with a byte for each character is ASCII, which leaves the process without being encoded.
  res.end(text, bytes === text.length ? 'latin1' : 'utf8')
}
