import { type Operation, type OperationId, operationIds, operationRow } from '@carillon/contract'

/** Groups of tools and operations, to which the URL can narrow what a client sees. */
export const toolsets = ['publishing', 'comments', 'messages', 'reports', 'accounts'] as const
export type Toolset = (typeof toolsets)[number]

/** The group of each area of the API. */
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

/** The group of an operation. */
export const toolsetOf = (id: OperationId): Toolset => toolsetOfTag[operationRow(id).tag]

/** Whether an operation changes nothing. */
export const isReading = (id: OperationId): boolean => operationRow(id).method === 'get' || id === 'posts.validate'

/**
 * Whether an operation changes something at a social network: it has the code with which these reject changes, or
 * releases a post that was checked before.
 */
export function writesToNetwork(id: OperationId): boolean {
  if (id === 'schedules.release') return true
  return !isReading(id) && operationRow(id).errors.includes('provider_rejected')
}

/** The operation with an id; undefined for another text. */
export const operationOf = (id: string): OperationId | undefined => operationIds.find((each) => each === id)
