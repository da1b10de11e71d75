import type { OperationId, operationTable } from './generated/operations.ts'
import type { FoundWrite } from './lookups.ts'
import type { Body, Response } from './operation-types.ts'
import type { Write } from './schema.ts'

/** The operations that must not be sent twice: publishes, replies, messages, campaigns and schedules. */
export type SafeOperation = {
  [Id in OperationId]: (typeof operationTable)[Id] extends { isSafe: true } ? Id : never
}[OperationId]

/** A stored write whose result has the type of its operation. */
type Succeeded<Result> = Omit<Write, 'result' | 'platform'> & { platform: never; result: Result }

/** The type of the result that each operation stores. */
interface Results {
  'comments.create': Response<'comments.create'>['comment']
  'messages.send': { providerId?: string } | null
  'ads.campaigns.create': Response<'ads.campaigns.create'>['campaign']
}

/** Functions that build the response of an operation from a write that succeeded and the body that was sent. */
const responses: {
  [Id in Exclude<SafeOperation, 'posts.publish' | 'schedules.create'>]: (
    write: Succeeded<Results[Id]>,
    body: Body<Id>,
  ) => Response<Id>
} = {
  'comments.create': ({ accountId, profileId, platform, result: comment }) => {
    return { platform, accountId, profileId, comment }
  },
  'messages.send': ({ id, accountId, profileId, platform, result, createdAt, updatedAt }, body) => ({
    id,
    providerId: result?.providerId ?? null,
    platform,
    accountId,
    profileId,
    direction: 'outbound',
    type: 'template' in body ? 'template' : 'text',
    sender: null,
    senderName: null,
    recipient: body.recipient,
    recipientName: null,
    body: 'template' in body ? body.template.name : body.text,
    status: 'sent',
    error: null,
    occurredAt: updatedAt,
    createdAt,
  }),
  'ads.campaigns.create': ({ result }) => ({ campaign: result }),
}

/** Builds the response of the operation with the sent `body` from the write that was found by its request id. */
export function responseOfWrite<Data>(id: OperationId, found: FoundWrite, body: unknown): Data {
  if ('publish' in found) return found.publish as Data
  if ('schedule' in found) return found.schedule as Data
  const of = (responses as unknown as Partial<Record<OperationId, (write: Write, body: unknown) => Data>>)[id]
  if (of === undefined) throw new TypeError(`${id} is not looked up.`)
  return of(found.write, body)
}
