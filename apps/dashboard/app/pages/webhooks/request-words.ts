import type { WebhookDeliveryWithBody, WebhookEndpoint } from '@carillon/client'

/** The text in place of header values that the API does not return. */
const hidden = '(not shown)'

/** A JSON body with indentation; any other text as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/**
 * The HTTP request of a delivery as text, without secret values. Its timestamp is that of the last attempt, its URL and
 * custom headers are those that the endpoint has now.
 */
export function requestWords({
  delivery: { eventId, attempts, body },
  endpoint: { url, headerNames },
}: {
  delivery: Pick<WebhookDeliveryWithBody, 'eventId' | 'attempts' | 'body'>
  endpoint: Pick<WebhookEndpoint, 'url' | 'headerNames'>
}): string {
  const last = attempts.at(-1)
  const timestamp = last ? `${Math.floor(Date.parse(last.at) / 1_000)}` : '(the time of the attempt)'
  const headers = [
    'content-type: application/json',
    `webhook-id: ${eventId}`,
    `webhook-timestamp: ${timestamp}`,
    `webhook-signature: ${hidden}`,
    ...headerNames.map((name) => `${name.toLowerCase()}: ${hidden}`),
  ]
  const posted = body === null ? 'The event is no longer kept.' : readable(body)
  return [`POST ${url}`, ...headers, '', posted].join('\n')
}
