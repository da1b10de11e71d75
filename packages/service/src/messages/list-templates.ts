import { limits, supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { beforeAbort } from '../before-abort.ts'
import { callAccount } from '../call-account.ts'
import type { UseCase } from '../request.ts'
import { asMessageError } from './message-error.ts'

/**
 * Lists the message templates of an account, at most `limits.templatesPerAccount`, read from the network and sorted by
 * name and language.
 * @throws ServiceError `provider_not_supported` for a platform without templates, or the error of the network
 */
export const listTemplates: UseCase<'messages.templates.list'> = async (context, { account, requestId, signal }) => {
  const { templates: port } = await context.registry.adapter(account.platform)
  if (!port || !supports('messages.send.template', account.platform)) throw new ServiceError('provider_not_supported')
  const ending = AbortSignal.any([signal, AbortSignal.timeout(context.config.gateway.readDeadlineMs)])
  try {
    const templates = await beforeAbort(ending, () =>
      callAccount(context, { account, requestId, signal: ending }, (call) =>
        port.list(call, limits.templatesPerAccount),
      ),
    )
    const inOrder = templates.toSorted(
      (one, other) => one.name.localeCompare(other.name, 'en') || one.language.localeCompare(other.language, 'en'),
    )
    return { status: 200, body: { templates: inOrder } }
  } catch (error) {
    throw asMessageError(account, error)
  }
}
