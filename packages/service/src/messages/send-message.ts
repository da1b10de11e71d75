import { type AccountRow, findMessage, lastReceivedAt, type ReadMessageRow } from '@carillon/database'
import {
  e164,
  type MessageBody,
  type PlatformWith,
  replyWindowMs,
  requireSendableText,
  supports,
} from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { SentMessage } from '@carillon/providers'
import { beforeAbort } from '../before-abort.ts'
import type { Context } from '../context.ts'
import { storeBeforeOf } from '../journal/store-before.ts'
import { writeNow } from '../journal/write-now.ts'
import type { Request, UseCase } from '../request.ts'
import { retryStorageFailures } from '../storage-failure.ts'
import { asMessageError } from './message-error.ts'
import { type MessageToSend, messageSendKind } from './message-send-kind.ts'
import { viewMessage } from './message-view.ts'
import { isFresh, syncMessages } from './sync-messages.ts'

type Send = Pick<Request<'messages.send'>, 'account' | 'requestId' | 'signal'>
type TextAccount = AccountRow & { platform: PlatformWith<'messages.send.text'> }

/**
 * Sends a text or a template message as an external write and waits for the result. The message in the response has the
 * status `sent`, whatever has been reported since.
 * @throws ServiceError `window_closed`, `setup_incomplete` or `provider_rejected` if the message cannot be sent, before
 *   anything is sent; `account_not_found` if the account was disconnected while the message was sent; otherwise the
 *   reason why sending failed, or `provider_error` if the outcome is unknown or the sent message cannot be read from
 *   the database
 */
export const sendMessage: UseCase<'messages.send'> = async (context, request) => {
  const { account, grant, input, requestId, signal } = request
  const payload = toSend(input.body)
  requireNumber(account)
  if (sendsText(account) && 'text' in payload) {
    requireSendableText(account.platform, payload.text)
    await requireOpenWindow(context, { account, requestId, signal, recipient: payload.recipient })
  }
  const storeBefore = storeBeforeOf(input.headers)
  const { providerId } = await send(context, { account, grant, requestId, signal, storeBefore }, payload)
  const row = await readSent(context, account.id, providerId)
  if (!row) throw new ServiceError('account_not_found', 'The account was disconnected while the message was sent.')
  // Reports on it may have come already; the response says that it was sent.
  return { status: 201, body: { ...viewMessage(row, account), status: 'sent', error: null } }
}

/** Milliseconds for which reading the sent message is retried while the database fails. */
const maxReadMs = 10_000

/**
 * Reads the sent message from the database; undefined if the account was disconnected meanwhile.
 * @throws ServiceError `provider_error` if the database fails for ten seconds: its own error would say that a retry is
 *   safe
 */
async function readSent(context: Context, accountId: string, providerId: string): Promise<ReadMessageRow | undefined> {
  try {
    return await retryStorageFailures(maxReadMs, () => findMessage(context.db, { accountId, providerId }))
  } catch (cause) {
    const message = 'The message was sent, but it could not be read from the database. Do not send it again.'
    throw new ServiceError('provider_error', message, { details: { providerId, status: 'sent' }, cause })
  }
}

function toSend(body: MessageBody): MessageToSend {
  const { recipient } = body
  if ('text' in body) return { recipient, text: body.text }
  const { name, language, bodyParameters = [] } = body.template
  return { recipient: e164(recipient), template: { name, language, bodyParameters } }
}

function sendsText(account: AccountRow): account is TextAccount {
  return supports('messages.send.text', account.platform)
}

/**
 * Checks that the account has a phone number to send from. The network checks the other setup steps.
 * @throws ServiceError `setup_incomplete`
 */
function requireNumber(account: AccountRow): void {
  if (!account.setupMissing?.includes('number')) return
  throw new ServiceError('setup_incomplete', 'The account has no phone number yet. Sign up again and select a number.')
}

/**
 * Rejects a reply if, by the stored messages, the platform's messaging window is over. If the stored messages are not
 * recent, they are first read again from the network, as the user may have written since. If that fails or takes longer
 * than `READ_DEADLINE_MS`, the reply is not rejected here, and the network decides.
 * @throws ServiceError `window_closed`
 */
async function requireOpenWindow(
  context: Context,
  { account, recipient, ...call }: Send & { account: TextAccount; recipient: string },
): Promise<void> {
  const isOver = async () => {
    const last = await lastReceivedAt(context.db, { accountId: account.id, sender: recipient })
    return last !== null && context.now().getTime() - last.getTime() > replyWindowMs(account.platform)
  }
  if (!(await isOver())) return
  if (!(await isFresh(context, account.id))) {
    const ending = AbortSignal.any([call.signal, AbortSignal.timeout(context.config.gateway.readDeadlineMs)])
    try {
      await beforeAbort(ending, () => syncMessages(context, { account, ...call }))
    } catch (error) {
      context.log.info({ requestId: call.requestId, accountId: account.id, err: error }, 'messaging window not known')
      return
    }
    if (!(await isOver())) return
  }
  throw new ServiceError('window_closed')
}

async function send(
  context: Context,
  call: Send & Pick<Request, 'grant'> & { storeBefore: Date | undefined },
  payload: MessageToSend,
): Promise<SentMessage> {
  try {
    return await writeNow(context, { kind: messageSendKind, ...call, payload })
  } catch (error) {
    throw asMessageError(call.account, error)
  }
}
