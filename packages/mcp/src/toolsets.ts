import { isRead, type Operation, type OperationId, operationIds, operationRow } from '@carillon/contract'

/** The groups of tools and operations to which the URL of the endpoint can restrict what a client sees. */
export const toolsets = ['publishing', 'comments', 'messages', 'reports', 'accounts'] as const
export type Toolset = (typeof toolsets)[number]

/** The group of each area of the API, keyed by tag. */
const toolsetOfTag: Readonly<Record<Operation['tag'], Toolset>> = {
  Profiles: 'accounts',
  Connections: 'accounts',
  Accounts: 'accounts',
  Posts: 'publishing',
  Schedules: 'publishing',
  Comments: 'comments',
  Messages: 'messages',
  Analytics: 'reports',
  Ads: 'reports',
  Writes: 'publishing',
  Events: 'accounts',
  Webhooks: 'accounts',
  Usage: 'reports',
  Organization: 'accounts',
}

/** Returns the toolset to which an operation belongs. */
export const toolsetOf = (id: OperationId): Toolset => toolsetOfTag[operationRow(id).tag]

/** Returns the names of the parameters in an operation's path, in their order. */
export const pathParametersOf = (id: OperationId): string[] =>
  [...operationRow(id).path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Returns whether an operation changes nothing. */
export const isReading = (id: OperationId): boolean => isRead(operationRow(id))

/**
 * Returns whether an operation changes something at a network: it changes something and can be rejected by the network,
 * or it releases a schedule.
 */
export function writesToNetwork(id: OperationId): boolean {
  if (id === 'schedules.release') return true
  return !isReading(id) && operationRow(id).errors.includes('provider_rejected')
}

/** Returns a string as an operation id; undefined if it is not one. */
export const operationOf = (id: string): OperationId | undefined => operationIds.find((each) => each === id)
