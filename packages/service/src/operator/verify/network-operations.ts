import { type Platform, platforms } from '@carillon/domain'
import { tableOf } from '@carillon/errors'
import {
  type DocumentedResponses,
  type Drift,
  type FieldReport,
  noteUnexpected,
  noteUnpromised,
  registry,
} from '@carillon/providers'

/** A successful response of a network. */
export interface NetworkResponse {
  status: number
  headers: Headers
  /** The body, parsed from JSON. */
  body: unknown
}

/** The documentation of network operations (calls to networks) that the adapters contain, for tests and tools. */
interface NetworkOperations {
  /** The names of all operations that an adapter calls, as in logs and in reports of `verify`, keyed by platform. */
  networkOperations: Readonly<Record<Platform, readonly string[]>>
  /** Returns the path of every field that an adapter reads in the response of an operation, with `[]` after a list. */
  readFields(platform: Platform, operation: string): readonly string[]
  /**
   * Returns the paths of the fields that an adapter requires in the response of an operation, with `[]` after a list.
   * Optional fields and the fields below them are omitted.
   */
  requiredFields(platform: Platform, operation: string): readonly string[]
  /**
   * Compares a successful response with the network's documentation, as for every real call. `drifts` are the
   * differences; `unseen` are the fields that the adapter reads and the response lacks.
   */
  compareResponse(
    of: { platform: Platform; operation: string },
    response: NetworkResponse,
  ): { drifts: Drift[]; unseen: string[] }
}

function compare(responses: DocumentedResponses, operation: string, { status, headers, body }: NetworkResponse) {
  const drifts: Drift[] = []
  const reports: FieldReport[] = []
  const call = {
    noteDrift: (drift: Drift) => drifts.push(drift),
    noteFields: (report: FieldReport) => reports.push(report),
  }
  const expected = { operation, expects: responses.fields[operation] }
  const response = { status, headers, json: () => body }
  noteUnexpected(call, expected, response)
  noteUnpromised(call, { ...expected, promises: responses }, response)
  return { drifts, unseen: reports.flatMap(({ fields, seen }) => fields.filter((field) => !seen.includes(field))) }
}

/** Loads all adapters and returns what they document about their network operations. */
export async function loadNetworkOperations(): Promise<NetworkOperations> {
  const adapters = await Promise.all(
    platforms.map(async (platform) => [platform, (await registry.adapter(platform)).responses] as const),
  )
  const byNetwork = new Map<Platform, DocumentedResponses>(adapters)
  const responsesOf = (platform: Platform): DocumentedResponses => byNetwork.get(platform) ?? { fields: {} }
  const paths = (platform: Platform, operation: string) => Object.keys(responsesOf(platform).fields[operation] ?? {})
  return {
    networkOperations: tableOf(platforms, (platform) => Object.keys(responsesOf(platform).fields)),
    readFields: (platform, operation) => paths(platform, operation).map((path) => path.replaceAll('?', '')),
    requiredFields: (platform, operation) => paths(platform, operation).filter((path) => !path.includes('?')),
    compareResponse: ({ platform, operation }, response) => compare(responsesOf(platform), operation, response),
  }
}
