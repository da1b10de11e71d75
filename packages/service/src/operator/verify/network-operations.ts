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
  /** The parsed JSON. */
  body: unknown
}

/** The documentation in the adapters of the operations that they call at their networks. */
export interface NetworkOperations {
  /**
   * Every operation that the adapter of each network can call at it, by name, as logs and reports of `verify` name
   * them.
   */
  networkOperations: Readonly<Record<Platform, readonly string[]>>
  /** Every path that an adapter reads in the response of an operation, with `[]` after a list. */
  readFields(platform: Platform, operation: string): readonly string[]
  /**
   * The paths of the fields that an adapter requires in the response of an operation. `[]` follows a list. Fields that
   * may be absent are omitted, and so is what is below them.
   */
  requiredFields(platform: Platform, operation: string): readonly string[]
  /**
   * Compares a successful response with the documentation of its network, as every call of the product does: how it
   * differs, and which of the fields that the adapter reads it does not have.
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

/** Loads every adapter, with the libraries that it needs, and returns what they document of their operations. */
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
