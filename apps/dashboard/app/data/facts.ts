import type { CreateWebhookEndpointRequest, EventType, Platform } from '@carillon/client'
import { useQuery } from '@tanstack/react-query'
import type { KeyPreset, KeyScope } from './key-scopes.ts'

/** A pattern that stands for several types of events. */
type EventPattern = Exclude<CreateWebhookEndpointRequest['types'][number], EventType>

/**
 * A cell of the capability matrix: the limits of the capability on one social network; false if it is not supported.
 */
export type Capability = false | Readonly<Record<string, unknown>>

/**
 * A login of a social network, with its permissions (scopes): those that every login needs, and those that each feature
 * needs in addition.
 */
interface Login {
  always: readonly string[]
  features: Readonly<Record<string, readonly string[]>>
  /** Text: the approval that the social network has to give before users outside the app's own team can log in. */
  review: string
  /** The number of days after which the access ends unless the user logs in again; absent if it does not end. */
  accessDays?: number
}

/** Facts about the service that require no session. */
export interface Facts {
  /** The capability matrix, keyed by the name of the capability, such as `comments.hide`; `cells` by network. */
  capabilities: Readonly<Record<string, { title: string; cells: Readonly<Record<Platform, Capability>> }>>
  /** The logins of each network, keyed by login method; the key is `any` where there is only one. */
  logins: Readonly<Record<Platform, Readonly<Record<string, Login>>>>
  /** Text, for networks whose logins have no permissions to choose: the approval that the network has to give. */
  approvals: Readonly<Partial<Record<Platform, string>>>
  /** The social networks whose accounts can be connected with the credentials that are set in this deployment. */
  configured: readonly Platform[]
  /** The URL of an upload at the service, up to its id, which is appended without a separator. */
  uploadsUrl: string
  /**
   * The types of events, the patterns that stand for several of them, and the maximum number of events that one replay
   * delivers.
   */
  events: { types: readonly EventType[]; patterns: readonly EventPattern[]; maxReplayed: number }
  /** The operations of the API; those that only read have no entry in the audit log. */
  operations: readonly { id: string; isRead: boolean }[]
  /** The scopes that a key can have, and names that stand for a list of them. */
  keys: { scopes: readonly KeyScope[]; presets: Readonly<Record<KeyPreset, readonly KeyScope[]>> }
  /**
   * The URL of the page on which the sandbox shows what happened on its networks; null in a deployment without a
   * sandbox.
   */
  sandboxUrl: string | null
}

const factsQuery = {
  queryKey: ['facts'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Facts> => {
    const response = await fetch('/dashboard/facts.json', { signal })
    if (!response.ok) throw new Error(`The service responded with status ${response.status}.`)
    return response.json()
  },
  staleTime: Number.POSITIVE_INFINITY,
}

/** The facts of the service, read once per page load; undefined until they are loaded, and if they cannot be read. */
export function useFacts(): Facts | undefined {
  return useQuery(factsQuery).data
}
