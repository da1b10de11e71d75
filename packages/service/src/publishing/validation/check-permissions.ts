import { randomUUIDv7 } from 'node:crypto'
import type { PublishPlatform } from '@carillon/domain'
import type { PreparedPost, PublishPort } from '@carillon/providers'
import { type CallOptions, callAccount } from '../../call-account.ts'
import type { Context } from '../../context.ts'
import type { AccountFor } from '../../request.ts'

type Port = Pick<PublishPort<PublishPlatform>, 'validate'>

/**
 * Reads from the network whether the account may publish a post now: its settings, scopes and quotas. Publishes
 * nothing. Does nothing for platforms without such a check.
 * @throws ServiceError the error with which publishing would fail, or the error of the network if it cannot be read
 */
export async function checkPermissions(
  context: Context,
  caller: Pick<CallOptions, 'requestId' | 'signal' | 'use'> & { account: AccountFor<'posts.publish'> },
  input: PreparedPost<PublishPlatform>,
): Promise<void> {
  const { publish: port }: { publish: Port } = await context.registry.adapter(caller.account.platform)
  const { validate } = port
  if (!validate) return
  await callAccount(context, caller, (call) =>
    validate({ ...call, writeId: randomUUIDv7(), createdAt: context.now(), input }),
  )
}
