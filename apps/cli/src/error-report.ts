import { isApiError, UnexpectedResponseError } from '@carillon/client'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { OutcomeUnknownError } from './requests/outcome-unknown.ts'

/** The report of an error: what a command prints, and its exit code. */
export interface ErrorReport {
  code: ExitCode
  /** Printed as JSON to standard output. */
  output: object
  /** Printed to standard error, for the user. */
  words: string
}

const { unforeseen, usage, rejected, unauthorized, temporary, unknown } = exitCodes

const checkUrl = 'Check CARILLON_URL, or the URL of `carillon login`.'

const loginAdvice = 'Run `carillon login`, or set CARILLON_API_KEY.'

/** The codes with which the API key itself is rejected, besides 401. Others with 403 are about an account. */
const keyCodes = ['insufficient_scope', 'profile_scope_violation']

/** Whether a message says everything that is in the details of its error: a list of problems by field. */
function saysAll(message: string, details: unknown): boolean {
  return Array.isArray(details) && details.every((one) => message.includes(String(Object(one).message)))
}

const lookUpAdvice = (requestId: string) =>
  `Do not send it again. Look it up: carillon publishes list --request-id ${requestId}, or for a reply, a message or a campaign: carillon api writes.list --field requestId=${requestId}. Or run the same command again with --request-id ${requestId}, which looks it up and sends it only if nothing was stored.`

/** Returns why there was no response, as `fetch` or a timeout reports it; null for any other error. */
function connectionProblem(error: unknown): string | null {
  const { name, cause, message } = Object(error)
  if (name === 'AttemptTimeoutError' || name === 'TimeoutError') return String(message).replace(/\.$/, '')
  if (!(error instanceof TypeError) || cause === undefined) return null
  const { code, message: reason, errors } = Object(cause)
  return String(code ?? (reason || Object(errors?.[0]).code || reason))
}

function apiErrorReport(error: unknown): ErrorReport | null {
  if (!isApiError(error)) return null
  const { code: name, status, message, details, requestId, docUrl, shouldRetry, retryAfterSeconds } = error
  const { publish, write } = Object(error)
  const isTemporary = shouldRetry === true || (status >= 500 && publish === undefined)
  const isOfKey = status === 401 || keyCodes.includes(name)
  const { code } = isOfKey ? unauthorized : isTemporary ? temporary : rejected
  const output = { error: { code: name, message, ...(details !== undefined && { details }), requestId, docUrl } }
  const again = retryAfterSeconds === null ? '' : ` Try again in ${retryAfterSeconds} s.`
  const login = status === 401 ? ` ${loginAdvice}` : ''
  const more = details === undefined || saysAll(message, details) ? '' : `\n${JSON.stringify(details, null, 2)}`
  return {
    code,
    output: publish ?? write ?? output,
    words: `${message} (${name}, request ${requestId})${again}${login}${more}`,
  }
}

/** Functions that report errors of this package and the client, keyed by the error's name. */
const reports: Readonly<Record<string, (error: Error) => ErrorReport>> = {
  UsageError: ({ message }) => ({ code: usage.code, output: { error: { code: 'usage', message } }, words: message }),
  NotLoggedInError: ({ message }) => ({
    code: unauthorized.code,
    output: { error: { code: 'not_logged_in', message } },
    words: message,
  }),
  ChangeUnknownError(error) {
    const { requestId } = Object(error)
    const output = { error: { code: 'outcome_unknown', message: error.message, requestId } }
    return { code: unknown.code, output, words: error.message }
  },
  PublishTimeoutError(error) {
    const { publish } = Object(error)
    const words = `${error.message} It goes on: carillon publishes wait ${publish.publishId}`
    return { code: unknown.code, output: publish, words }
  },
}

function unknownReport(error: Error): ErrorReport {
  const { requestId, publish, write } = Object(error)
  const output = publish ?? write ?? { requestId, status: 'unknown' }
  const words = publish
    ? `${error.message} Look at the account, then decide it: carillon publishes resolve ${publish.publishId}`
    : `${error.message} ${lookUpAdvice(requestId)}`
  return { code: unknown.code, output, words }
}

const isUnknown = ({ name }: Error) => name === 'PublishUnknownError' || name === 'WriteUnknownError'

/** Returns what a command prints about an error, and the exit code. */
export function errorReport(error: unknown): ErrorReport {
  const byApi = apiErrorReport(error)
  if (byApi) return byApi
  if (!(error instanceof Error)) return { code: unforeseen.code, output: {}, words: String(error) }
  if (error instanceof OutcomeUnknownError || isUnknown(error)) return unknownReport(error)
  const known = reports[error.name]
  if (known) return known(error)
  if (error instanceof UnexpectedResponseError) {
    const output = { error: { code: 'unexpected_response', message: error.message, status: error.status } }
    const words = error.isRedirect ? `${error.message} ${checkUrl}` : error.message
    return { code: error.status >= 500 ? temporary.code : unforeseen.code, output, words }
  }
  const problem = connectionProblem(error)
  if (problem !== null) {
    const message = `The service cannot be reached: ${problem}.`
    const output = { error: { code: 'not_reachable', message } }
    return { code: temporary.code, output, words: `${message} ${checkUrl}` }
  }
  return {
    code: unforeseen.code,
    output: { error: { code: 'unforeseen', message: error.message } },
    words: error.message,
  }
}
