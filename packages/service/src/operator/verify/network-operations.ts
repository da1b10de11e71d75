import { type Platform, platforms } from '@carillon/domain'
import { tableOf } from '@carillon/errors'
import { type Drift, type FieldReport, noteUnexpected, noteUnpromised, promises, responses } from '@carillon/providers'

/** Every operation that the adapter of each network can call at it, by name, as logs and reports of `verify` name them. */
export const networkOperations: Readonly<Record<Platform, readonly string[]>> = tableOf(platforms, (platform) =>
  Object.keys(responses[platform]),
)

/**
 * The paths of the fields that an adapter takes for granted in the response of an operation: without one of them it cannot
 * do its work. `[]` follows a list. Fields that may be absent are left out, and so is what is below them.
 */
export function requiredFields(platform: Platform, operation: string): readonly string[] {
  return Object.keys(responses[platform][operation] ?? {}).filter((path) => !path.includes('?'))
}

/** A successful response of a network. */
export interface NetworkResponse {
  status: number
  headers: Headers
  /** The parsed JSON. */
  body: unknown
}

/**
 * Compares a successful response with the documentation of its network, as every call of the product does: how it differs, and
 * which of the fields that the adapter reads it does not have.
 */
export function compareResponse(
  { platform, operation }: { platform: Platform; operation: string },
  { status, headers, body }: NetworkResponse,
): { drifts: Drift[]; unseen: string[] } {
  const drifts: Drift[] = []
  const reports: FieldReport[] = []
  const call = {
    noteDrift: (drift: Drift) => drifts.push(drift),
    noteFields: (report: FieldReport) => reports.push(report),
  }
  const expected = { operation, expects: responses[platform][operation] }
  const response = { status, headers, json: () => body }
  noteUnexpected(call, expected, response)
  noteUnpromised(call, { ...expected, promises: promises[platform] }, response)
  return { drifts, unseen: reports.flatMap(({ fields, seen }) => fields.filter((field) => !seen.includes(field))) }
}

/** Every path that an adapter reads in the response of an operation, with `[]` after a list. */
export function readFields(platform: Platform, operation: string): readonly string[] {
  return Object.keys(responses[platform][operation] ?? {}).map((path) => path.replaceAll('?', ''))
}
