import type { WebhookDeliveryStatus, WebhookEndpoint, WebhookEndpointWithHealth } from '@carillon/client'
import type { StatusColor } from '../../ui/status-badge.tsx'

interface Words {
  label: string
  color: StatusColor
  /** A sentence or two: the meaning, and the remedy if there is one. */
  text: string
}

const disabled: Readonly<Record<NonNullable<WebhookEndpoint['disabledReason']>, Words>> = {
  manual: { label: 'Disabled', color: 'gray', text: 'Nothing is delivered until it is enabled.' },
  gone: {
    label: 'Disabled: gone',
    color: 'red',
    text: 'It responded with 410, which means that it no longer exists. Correct the URL, then enable it.',
  },
  failing: {
    label: 'Disabled: failing',
    color: 'red',
    text: 'Every delivery failed for five days. Repair the receiver, enable the endpoint, then replay what it missed.',
  },
}

/**
 * The health of an endpoint in words, by its status, its last success and failure, and the failed attempts of 24 hours.
 */
export function healthWords({ status, disabledReason, health }: WebhookEndpointWithHealth): Words {
  if (status === 'disabled') return disabled[disabledReason ?? 'manual']
  const { lastSuccessAt, lastFailureAt, failing24h } = health
  const isFailing = lastFailureAt !== null && (lastSuccessAt === null || lastFailureAt > lastSuccessAt)
  if (isFailing)
    return { label: 'Failing', color: 'orange', text: 'The last attempt failed. It is repeated; see the deliveries.' }
  if (lastSuccessAt === null)
    return { label: 'Nothing delivered yet', color: 'gray', text: 'Send a test to see whether it is received.' }
  if (failing24h > 0) {
    const attempts = failing24h === 1 ? '1 attempt' : `${failing24h} attempts`
    return { label: 'Working', color: 'yellow', text: `${attempts} failed in the last 24 hours.` }
  }
  return { label: 'Working', color: 'green', text: 'No attempt failed in the last 24 hours.' }
}

export const deliveryStatuses: Readonly<Record<WebhookDeliveryStatus, { label: string; color: StatusColor }>> = {
  pending: { label: 'Pending', color: 'blue' },
  delivered: { label: 'Delivered', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  cancelled: { label: 'Cancelled', color: 'gray' },
}

/** The HTTP status of an attempt as text; "No response" for null. */
export function attemptWords(status: number | null): string {
  return status === null ? 'No response' : `HTTP ${status}`
}
