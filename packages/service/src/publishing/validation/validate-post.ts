import { asDollars, type PostProblem, type PostValidation, type PublishPlatform, prices } from '@carillon/domain'
import type { PreparedPost, PublishPort } from '@carillon/providers'
import { requireCard } from '../../billing.ts'
import type { Context } from '../../context.ts'
import { connectionExpired } from '../../credentials/connection-expired.ts'
import type { Request, UseCase } from '../../request.ts'
import { textOf } from '../body/text-of.ts'
import { requireSpace } from '../media/publish-space.ts'
import { checkPermissions } from './check-permissions.ts'
import { type InspectedPost, inspectPost } from './inspect-post.ts'
import { isProblem, problemsOf } from './problems.ts'

type Validated = Request<'posts.validate'>
type Port = Pick<PublishPort<PublishPlatform>, 'check' | 'charges' | 'facets'>

/** Runs `work` and returns the problems for which it rejects the post; empty if it succeeds. */
async function problemsIn(work: () => unknown): Promise<PostProblem[]> {
  try {
    await work()
    return []
  } catch (error) {
    if (isProblem(error)) return problemsOf(error)
    throw error
  }
}

function chargesOf(port: Port, post: PreparedPost<PublishPlatform>): PostValidation['charges'] {
  const operations = port.charges?.(post) ?? []
  return [...Map.groupBy(operations, (operation) => operation)].map(([operation, { length: count }]) => ({
    operation,
    count,
    amount: asDollars(prices[operation] * count),
  }))
}

function previewOf(port: Port, platform: PublishPlatform, body: object): PostValidation['preview'] {
  const text = textOf(platform, { ...body })
  return { text, facets: text === null ? [] : (port.facets?.(text) ?? []) }
}

/**
 * Reads from the network whether the account may publish the post now, and returns the problems. Empty, without a call,
 * if the connection has expired or media are unusable.
 */
async function readPermissions(context: Context, request: Validated, { post }: InspectedPost) {
  if (post === null || request.account.status === 'expired') return []
  return problemsIn(() => checkPermissions(context, request, post))
}

async function validateBody(context: Context, request: Validated, known: PostProblem[]): Promise<PostValidation> {
  const { account, grant, input, signal } = request
  const { platform } = account
  const { publish: port }: { publish: Port } = await context.registry.adapter(platform)
  const { body } = input
  const checked = await problemsIn(() => port.check?.(body))
  return inspectPost(context, { grant, platform, body, signal }, async (inspected) => {
    const { sizes } = inspected
    const space = sizes ? await problemsIn(() => requireSpace(context, account.organizationId, sizes)) : []
    const ready = checked.length === 0 && space.length === 0
    const current = ready ? await readPermissions(context, request, inspected) : []
    const problems = [...known, ...checked, ...inspected.problems, ...space, ...current]
    return {
      valid: problems.length === 0,
      problems,
      media: inspected.media,
      unchecked: inspected.unchecked,
      charges: inspected.post === null ? [] : chargesOf(port, inspected.post),
      preview: previewOf(port, platform, body),
    }
  })
}

/**
 * Makes the checks of a publish without publishing, and returns the errors as problems in a 200 response. The network
 * is not called if an earlier check has found a problem with the post, its media or the connection; a malformed body is
 * not checked further. Server errors and rate limits are thrown, as they say nothing about the post.
 */
export const validatePost: UseCase<'posts.validate'> = async (context, request) => {
  const { account, rejection } = request
  const card = await problemsIn(() => requireCard(context, account.organizationId, account.platform))
  const known = [...card, ...(account.status === 'expired' ? problemsOf(connectionExpired()) : [])]
  if (rejection) {
    const problems = [...problemsOf(rejection), ...known]
    return {
      status: 200,
      body: { valid: false, problems, media: [], unchecked: [], charges: [], preview: { text: null, facets: [] } },
    }
  }
  return { status: 200, body: await validateBody(context, request, known) }
}
