/** Name and value, in the order in which they went over the wire. */
export type Pairs = [name: string, value: string][]

export type Body =
  | { kind: 'none' }
  | { kind: 'json'; contentType: string; json: unknown }
  | { kind: 'form'; contentType: string; form: Pairs }
  | { kind: 'multipart'; contentType: string; parts: Part[] }
  | { kind: 'bytes'; contentType: string; bytes: number }

export interface Part {
  name: string
  fileName: string | null
  contentType: string | null
  value: string | null
  bytes: number
}

/** One call as the sandbox's journal shows it with `bodies=wire`; secrets are masked there. */
export interface Exchange {
  network: string
  /** Null for pages that users look at. */
  operation: string | null
  /** The adapter that made the call, and its name for it; null for what no adapter sent. */
  caller: string | null
  called: string | null
  /** The host that was meant, such as `graph.facebook.com`; null when a response of the network had named the URL. */
  host: string | null
  method: string
  path: string
  /** Null when there was no response. */
  status: number | null
  /** What the sandbox did to the call on purpose; null as a rule. */
  fault: string | null
  request: { query: Pairs; headers: Pairs; body: Body }
  response: { headers: Pairs; body: Body }
}
