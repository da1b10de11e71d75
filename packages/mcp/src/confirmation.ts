import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { type Fields, fieldsOf } from './fields.ts'
import type { Confirmation } from './tool.ts'

/** The name of the question to the user in the requests and responses of a tool call. */
const question = 'confirm'

/** Returns whether a client can show a form to its user: it declares elicitation, and not only the mode with URLs. */
function canAsk(envelope: Fields): boolean {
  const { elicitation } = fieldsOf(envelope[CLIENT_CAPABILITIES_META_KEY])
  const modes = fieldsOf(elicitation)
  return elicitation !== undefined && ('form' in modes || !('url' in modes))
}

/**
 * Returns the user's response to the question of a tool call: `accepted` or `declined`; `pending` if the call contains
 * no response yet, `unavailable` if the client cannot show the question.
 */
export function confirmationOf({ mcpReq }: ServerContext): Confirmation {
  if (!canAsk(fieldsOf(mcpReq.envelope))) return 'unavailable'
  const response = inputResponse(mcpReq.inputResponses, question)
  if (response.kind !== 'elicit') return 'pending'
  return response.action === 'accept' ? 'accepted' : 'declined'
}

/**
 * Builds the result of a tool call that asks the user to confirm. The client then repeats the call with the user's
 * response.
 */
export function askUser(message: string): InputRequiredResult {
  const requestedSchema = { type: 'object', properties: {} } as const
  return inputRequired({ inputRequests: { [question]: inputRequired.elicit({ message, requestedSchema }) } })
}
