import { catalogueRow, errorCodes, fieldError } from '@carillon/errors'
import { resultOf } from '../results.ts'
import { tool } from '../tool.ts'
import { toolsets } from '../toolsets.ts'
import { object } from './parameters.ts'

const adviceOf = {
  never: 'The same request will fail again. Change it first.',
  backoff: 'Retry, with increasing delays. Repeat a call that publishes or sends with the same requestId.',
  after:
    'Retry in a minute, or at the time that the message names. Repeat a call that publishes or sends with the same requestId.',
  reconnect: 'The user has to authorize the account again first: use connect_account.',
  'with-care':
    'The call may have succeeded. Read the state before you repeat it: use find_publish, or repeat the tool call with the same requestId.',
} as const

export const explainError = tool({
  name: 'explain_error',
  title: 'Explain an error code',
  description: 'Explains an error code that another tool returned: what it means, and whether to retry.',
  input: object({ code: { type: 'string', minLength: 1, maxLength: 64 } }, ['code']),
  effect: 'read',
  toolsets,
  operations: [],
  async run({ code }) {
    const known = errorCodes.find((each) => each === code)
    if (known === undefined) {
      const message = `${JSON.stringify(code)} is not a code. The codes are ${errorCodes.join(', ')}.`
      throw fieldError({ path: ['code'], message, whole: 'arguments' })
    }
    const { statuses, meaning, retry } = catalogueRow(known)
    return resultOf({ code, statuses, meaning, retry, advice: adviceOf[retry] })
  },
})
