import { type AnyEvent, verifyWebhook, WebhookVerificationError } from '@carillon/client'
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow'
import { keptEndpoint, wantedTypes } from './endpoint.ts'

/** The body as it arrived, which n8n keeps beside the parsed one. */
const bodyOf = (request: object): Uint8Array | undefined => Object(request).rawBody

function isWanted({ type }: Pick<AnyEvent, 'type'>, types: readonly string[]): boolean {
  return types.some((each) => each === '*' || each === type || each === `${type.split('.')[0]}.*`)
}

/** The event of a delivery; null if it is not from Carillon, was changed, or is too old. */
function verified(context: IWebhookFunctions, body: Uint8Array, secret: string): Promise<AnyEvent | null> {
  const headers = new Headers(Object.entries(context.getHeaderData()).map(([name, value]) => [name, String(value)]))
  const onError = (error: unknown) => (error instanceof WebhookVerificationError ? null : Promise.reject(error))
  return verifyWebhook(new Uint8Array(body), headers, { secret }).catch(onError)
}

/**
 * Takes a delivery and starts the workflow with its event, unless the event is of a type that the node does not name,
 * such as a test. Responds with 401 and does not start it if the signature is invalid or too old, and with 503 without
 * a stored secret, so that the delivery is repeated.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  const response = context.getResponseObject()
  const { secret } = keptEndpoint(context)
  const body = bodyOf(context.getRequestObject())
  if (secret === undefined || body === undefined) {
    response.status(503).end('The endpoint is not ready.')
    return { noWebhookResponse: true }
  }
  const event = await verified(context, body, secret)
  if (event === null) {
    response.status(401).end('The signature is not one of this endpoint.')
    return { noWebhookResponse: true }
  }
  // A test of the endpoint arrives whatever its types are.
  if (!isWanted(event, wantedTypes(context))) return { webhookResponse: 'ok' }
  const json: IDataObject = Object(event)
  return { webhookResponse: 'ok', workflowData: [context.helpers.returnJsonArray(json)] }
}
