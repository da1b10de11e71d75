import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { type Fields, fieldsOf } from './fields.ts'
import type { Confirmation } from './tool.ts'

/** The name of the question in the requests and responses of a call. */
const question = 'confirm'

/** Whether a client shows forms: one that names no mode does, one that names URLs only does not. */
function canAsk(envelope: Fields): boolean {
  const { elicitation } = fieldsOf(envelope[CLIENT_CAPABILITIES_META_KEY])
  const modes = fieldsOf(elicitation)
  return elicitation !== undefined && ('form' in modes || !('url' in modes))
}

/** What the user has said to the question of a call, and whether the client can ask it at all. */
export function confirmationOf({ mcpReq }: ServerContext): Confirmation {
  if (!canAsk(fieldsOf(mcpReq.envelope))) return 'unavailable'
  const response = inputResponse(mcpReq.inputResponses, question)
  if (response.kind !== 'elicit') return 'pending'
  return response.action === 'accept' ? 'accepted' : 'declined'
}

/** The result of a call that has to be repeated with what the user says. */
export function askUser(message: string): InputRequiredResult {
  const requestedSchema = { type: 'object', properties: {} } as const
  return inputRequired({ inputRequests: { [question]: inputRequired.elicit({ message, requestedSchema }) } })
}
