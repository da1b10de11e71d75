import {
  accountFailureShape,
  accountShape,
  accountStatuses,
  apiKeyShape,
  attemptShape,
  auditEntryShape,
  commentShape,
  connectLinkShape,
  createdCampaignShape,
  deletedPostShape,
  deliveryStatuses,
  endpointStatuses,
  eventObjects,
  eventTypeNames,
  exhaustedQuotaShape,
  failedCampaignShape,
  type JSONSchema,
  keyCheckShape,
  mediaTypes,
  messageShape,
  messageStatuses,
  messageTemplateShape,
  organizationShape,
  pingShape,
  platformSetupShape,
  platformStates,
  platforms,
  postMetricsShape,
  postShape,
  postSummaryShape,
  postValidationShape,
  profileShape,
  profileSlotsShape,
  publishShape,
  publishStatuses,
  publishWithAttemptsShape,
  quotaShape,
  recentCommentShape,
  requestRecordShape,
  scheduleShape,
  scheduleStatuses,
  sessionShape,
  sessionStatuses,
  setupSteps,
  startedSessionShape,
  templateShape,
  uploadShape,
  webhookDeliveryShape,
  webhookEndpointShape,
  writeKinds,
  writeShape,
} from '@carillon/domain'
import { type ErrorCode, errorCodes } from '@carillon/errors'
import { operationIds, operationRow } from '../operations/index.ts'

const shapes: Readonly<Record<string, JSONSchema>> = {
  Profile: profileShape,
  Account: accountShape,
  AccountFailure: accountFailureShape,
  ApiKey: apiKeyShape,
  AuditEntry: auditEntryShape,
  KeyCheck: keyCheckShape,
  ConnectLink: connectLinkShape,
  Organization: organizationShape,
  RequestRecord: requestRecordShape,
  PlatformSetup: platformSetupShape,
  Quota: quotaShape,
  ConnectionSession: sessionShape,
  StartedConnectionSession: startedSessionShape,
  Comment: commentShape,
  RecentComment: recentCommentShape,
  PostSummary: postSummaryShape,
  Message: messageShape,
  Post: postShape,
  PostMetrics: postMetricsShape,
  PostValidation: postValidationShape,
  Publish: publishShape,
  PublishAttempt: attemptShape,
  PublishWithAttempts: publishWithAttemptsShape,
  Schedule: scheduleShape,
  ProfileSlots: profileSlotsShape,
  DeletedPost: deletedPostShape,
  Upload: uploadShape,
  MessageTemplate: messageTemplateShape,
  MessageTemplateWithComponents: templateShape,
  CreatedCampaign: createdCampaignShape,
  FailedCampaign: failedCampaignShape,
  ExhaustedQuota: exhaustedQuotaShape,
  Ping: pingShape,
  WebhookEndpoint: webhookEndpointShape,
  WebhookDelivery: webhookDeliveryShape,
  Write: writeShape,
}

/** The names of enumerations that several schemas contain, keyed by the array of values itself. */
const enumNames = new Map<unknown, string>([
  [platforms, 'Platform'],
  [errorCodes, 'ErrorCode'],
  [accountStatuses, 'AccountStatus'],
  [sessionStatuses, 'ConnectionSessionStatus'],
  [publishStatuses, 'PublishStatus'],
  [scheduleStatuses, 'ScheduleStatus'],
  [writeKinds, 'WriteKind'],
  [messageStatuses, 'MessageStatus'],
  [mediaTypes, 'MediaType'],
  [setupSteps, 'SetupStep'],
  [platformStates, 'PlatformState'],
  [endpointStatuses, 'WebhookEndpointStatus'],
  [deliveryStatuses, 'WebhookDeliveryStatus'],
  [eventTypeNames, 'EventType'],
  [eventObjects, 'EventObjectType'],
])

/** Converts a string to Pascal case: `account-insights` becomes `AccountInsights`. */
export function pascal(text: string): string {
  const words = text.split(/[^A-Za-z0-9]/)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

const singular = (word: string) => word.replace(/(?<=sh|ch|ss|x)es$|(?<!s|u|insight)s$/, '')

interface OperationName {
  verb: string
  noun: string
}

/** Splits the id of an operation, such as `profiles.create`, into a verb and a noun. The id of a report is all noun. */
function partsOf(id: string): OperationName {
  const [area = '', ...rest] = id.split('.')
  if (area === 'analytics') return { verb: 'get', noun: rest.map(pascal).join('') }
  const nouns = [area, ...rest.slice(0, -1)].map((word) => pascal(singular(word)))
  return { verb: rest.at(-1) ?? 'get', noun: nouns.join('') }
}

function requestName(id: string, platform = ''): string {
  const { verb, noun } = partsOf(id)
  return `${pascal(verb)}${pascal(platform)}${noun}Request`
}

/**
 * Returns the beginning of the names of the schemas that list an operation's bodies as alternatives, one for each
 * platform: `posts.publish` becomes `PublishPost`, as in `PublishPostBody`. For a choice without a name, generators
 * make up a type, and some of these types lose the chosen body.
 */
export function choiceName(id: string): string {
  const { verb, noun } = partsOf(id)
  return `${pascal(verb)}${noun}`
}

function responseName(id: string): string {
  const { verb, noun } = partsOf(id)
  if (verb === 'list') return `${noun}List`
  return verb === 'get' ? noun : `${pascal(verb)}${noun}Response`
}

/** Returns the name in the keyword `x-name` of a schema; undefined if it has none. */
export function statedName(schema: unknown): string | undefined {
  const name: unknown =
    typeof schema === 'object' && schema !== null && 'x-name' in schema ? schema['x-name'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** Returns the name of a body schema for one platform: its `x-name`, or a name made of operation and platform. */
export const variantName = (id: string, platform: string, schema: JSONSchema) =>
  statedName(schema) ?? requestName(id, platform)

/** Returns the request and response schemas of an operation with their names. */
function namesOf(id: (typeof operationIds)[number]): [schema: JSONSchema, name: string][] {
  const { variants = {}, body, responses } = operationRow(id)
  const bodies = Object.entries(variants).map(([platform, schema]): [JSONSchema, string] => [
    schema,
    variantName(id, platform, schema),
  ])
  if (body !== undefined) bodies.push([body, statedName(body) ?? requestName(id)])
  const results = Object.values(responses).flatMap(({ schema }) => schema ?? [])
  return [...bodies, ...results.map((schema): [JSONSchema, string] => [schema, statedName(schema) ?? responseName(id)])]
}

function named(): Map<unknown, string> {
  const names = new Map<unknown, string>(Object.entries(shapes).map(([name, schema]) => [schema, name]))
  for (const [schema, name] of operationIds.flatMap(namesOf)) if (!names.has(schema)) names.set(schema, name)
  return names
}

const names = named()

/**
 * Returns the name in `components.schemas` under which the document has a schema, found by the identity of the schema
 * object, its `x-name` or its `enum`; undefined if it has no name and is written inline.
 */
export function nameOf(schema: object): string | undefined {
  return names.get(schema) ?? statedName(schema) ?? ('enum' in schema ? enumNames.get(schema.enum) : undefined)
}

/** Returns the schema name of an error code: `profile_name_conflict` → `ProfileNameConflictError`. */
export const errorName = (code: ErrorCode) => `${pascal(code).replace(/Error$/, '')}Error`
