import type { CreateWebhookEndpointRequest, EventType, Platform } from '@carillon/client'
import { useQuery } from '@tanstack/react-query'
import type { KeyPreset, KeyScope } from './key-scopes.ts'

/** A pattern that stands for several types of events. */
type EventPattern = Exclude<CreateWebhookEndpointRequest['types'][number], EventType>

/**
 * A cell of the capability matrix: the limits of the capability on one social network; false if it is not supported.
 */
export type Capability = false | Readonly<Record<string, unknown>>

/** A login of a social network, and the permissions that each feature takes. */
interface Login {
  always: readonly string[]
  features: Readonly<Record<string, readonly string[]>>
  /** Permissions that the social network has to approve before users outside the app's own team can log in. */
  review: string
  /** Days after which the access ends unless the user logs in again. */
  accessDays?: number
}

/** Facts about the service that require no session. */
export interface Facts {
  /** By the name of the capability, such as `comments.hide`. */
  capabilities: Readonly<Record<string, { title: string; cells: Readonly<Record<Platform, Capability>> }>>
  /** By login method; `any` where there is only one. */
  logins: Readonly<Record<Platform, Readonly<Record<string, Login>>>>
  /** What has to be approved of networks whose logins have no permissions to choose. */
  approvals: Readonly<Partial<Record<Platform, string>>>
  /** The social networks whose credentials are set in this deployment. */
  configured: readonly Platform[]
  /** The URL of uploads at the service, before the id of one. */
  uploadsUrl: string
  /** The types of events, the patterns that stand for several of them, and how many events one replay delivers at most. */
  events: { types: readonly EventType[]; patterns: readonly EventPattern[]; maxReplayed: number }
  /** The operations of the API; those that only read have no entry in the audit log. */
  operations: readonly { id: string; isRead: boolean }[]
  /** The scopes that a key can have, and names that stand for a list of them. */
  keys: { scopes: readonly KeyScope[]; presets: Readonly<Record<KeyPreset, readonly KeyScope[]>> }
  /** Where the sandbox shows what happened on its networks; null without one. */
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

/** The capabilities of each social network; undefined until they are loaded. */
export function useFacts(): Facts | undefined {
  return useQuery(factsQuery).data
}
