import { fieldError, ServiceError } from '@carillon/errors'
import { decideWrite, manualDecision } from '../../journal/decide-write.ts'
import type { UseCase } from '../../request.ts'
import { publishKind } from '../run/publish-kind.ts'
import { publishStatuses, viewPublish } from '../view/publish-view.ts'
import { requirePublish } from './required-publish.ts'

interface Found {
  outcome: 'published' | 'failed'
  postId?: string
}

function checkPostId({ outcome, postId }: Found): void {
  if (outcome === 'published' && postId === undefined) {
    throw fieldError({ path: ['postId'], message: 'it is required if outcome is published' })
  }
  if (outcome === 'failed' && postId !== undefined) {
    throw fieldError({ path: ['postId'], message: 'it is only allowed if outcome is published' })
  }
}

/**
 * Ends a publish whose status is `unknown`, with the outcome that the account's owner found at the network:
 * `published`, with `postId` added to the post ids that were known, or `failed`.
 * @throws ServiceError `post_not_found` if the publish does not exist, `publish_not_unknown` if it has another status,
 *   or `invalid_request` if `postId` is missing for `published` or given for `failed`
 */
export const resolvePublish: UseCase<'publishes.resolve'> = async (context, request) => {
  const { grant, input, requestId } = request
  const { publishId: id } = input.params
  checkPostId(input.body)
  const row = await requirePublish(context, request, id)
  if (row.status !== 'unknown') {
    const message = `The publish is ${publishStatuses[row.status]}; only an unknown one can be decided.`
    throw new ServiceError('publish_not_unknown', message)
  }
  const decided = await decideWrite(
    context,
    id,
    manualDecision(publishKind, row, { providerId: input.body.postId, finder: 'The owner of the account' }),
  )
  if (!decided)
    throw new ServiceError('publish_not_unknown', 'The publish was decided in the meantime. Read its status.')
  const { organizationId } = grant.scope
  context.log.info(
    { requestId, organizationId, keyId: grant.keyId, writeId: id, outcome: decided.status },
    'publish decided by its owner',
  )
  return { status: 200, body: viewPublish(context, decided) }
}
