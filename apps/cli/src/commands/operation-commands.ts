import type { OperationId } from '@carillon/client'
import { operationHelp } from '../generated/operations.ts'
import type { Command } from '../invocation/command.ts'

type Row = readonly [words: string, operation: OperationId, example: string]

/** The commands that consist of one operation of the API. `carillon api` calls all other operations. */
const rows: readonly Row[] = [
  ['profiles list', 'profiles.list', 'carillon profiles list --all'],
  ['profiles create', 'profiles.create', 'carillon profiles create --name "Corner Bakery" --external-id customer-17'],
  ['profiles delete', 'profiles.delete', 'carillon profiles delete 0199d1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'],
  ['accounts disconnect', 'accounts.disconnect', 'carillon accounts disconnect <profileId> <accountId>'],
  ['publishes list', 'publishes.list', 'carillon publishes list --request-id order-17'],
  ['publishes get', 'publishes.get', 'carillon publishes get 0199d1c4-2f6a-7d31-9b57-4c8e1a0d2b63'],
  ['publishes resolve', 'publishes.resolve', 'carillon publishes resolve <publishId> --outcome failed'],
  ['schedules list', 'schedules.list', 'carillon schedules list --status held'],
  ['schedules get', 'schedules.get', 'carillon schedules get 0199d1c8-99aa-7b1c-8d2e-3f4a5b6c7d8e'],
  [
    'schedules update',
    'schedules.update',
    'carillon schedules update <scheduleId> --publish-at 2026-12-24T18:00:00+01:00',
  ],
  ['schedules cancel', 'schedules.cancel', 'carillon schedules cancel 0199d1c8-99aa-7b1c-8d2e-3f4a5b6c7d8e'],
  ['schedules release', 'schedules.release', 'carillon schedules release 0199d1c8-99aa-7b1c-8d2e-3f4a5b6c7d8e'],
  ['comments list', 'comments.list', 'carillon comments list --platform instagram --account-id <accountId>'],
  ['comments recent', 'comments.recent', 'carillon comments recent --profile-id <profileId> --unanswered true'],
  [
    'comments reply',
    'comments.create',
    'carillon comments reply --platform facebook --account-id <accountId> --post-id <postId> --parent-id <commentId> --message "Thank you!"',
  ],
  ['messages list', 'messages.list', 'carillon messages list --account-id <accountId>'],
  [
    'messages send',
    'messages.send',
    'carillon messages send --platform facebook --account-id <accountId> --recipient <sender> --text "It is on its way."',
  ],
  ['events list', 'events.list', "carillon events list --types 'publish.*' --limit 10"],
  ['webhooks list', 'webhookEndpoints.list', 'carillon webhooks list'],
  [
    'webhooks create',
    'webhookEndpoints.create',
    "carillon webhooks create --url https://app.example.com/carillon --types 'publish.*' --types message.received",
  ],
  ['webhooks get', 'webhookEndpoints.get', 'carillon webhooks get <endpointId>'],
  ['webhooks update', 'webhookEndpoints.update', 'carillon webhooks update <endpointId> --enabled true'],
  ['webhooks delete', 'webhookEndpoints.delete', 'carillon webhooks delete <endpointId>'],
  ['webhooks secret', 'webhookEndpoints.secret.renew', 'carillon webhooks secret <endpointId> --keep-old-seconds 3600'],
  ['webhooks test', 'webhookEndpoints.test', 'carillon webhooks test <endpointId> --type publish.published'],
  [
    'webhooks replay',
    'webhookEndpoints.replay',
    'carillon webhooks replay <endpointId> --since 2026-11-20T08:00:00Z --only-failed true',
  ],
  [
    'webhooks deliveries',
    'webhookEndpoints.deliveries.list',
    'carillon webhooks deliveries <endpointId> --status failed --all',
  ],
  ['webhooks delivery', 'webhookEndpoints.deliveries.get', 'carillon webhooks delivery <endpointId> <deliveryId>'],
  ['webhooks retry', 'webhookEndpoints.deliveries.retry', 'carillon webhooks retry <endpointId> <deliveryId>'],
  ['keys list', 'keys.list', 'carillon keys list'],
  [
    'keys create',
    'keys.create',
    'carillon keys create --name assistant --preset assistant --field budgets.publishesPerDay=20',
  ],
  ['keys check', 'keys.check', 'carillon keys check <keyId> --preset publisher'],
  ['keys update', 'keys.update', 'carillon keys update <keyId> --scopes posts:read --field budgets.publishesPerDay=10'],
  ['keys delete', 'keys.delete', 'carillon keys delete <keyId>'],
]

const load: Command['load'] = async () => (await import('../runs/operation.ts')).run

export const operationCommands: readonly Command[] = rows.map(([words, operation, example]) => ({
  words,
  operation,
  summary: operationHelp[operation].summary,
  about: [operationHelp[operation].about ?? ''].filter(Boolean),
  examples: [example],
  load,
}))
