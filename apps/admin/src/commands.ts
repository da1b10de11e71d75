import type { ParseArgsOptionsConfig } from 'node:util'
import {
  allowOrigin,
  type Context,
  createKey,
  createOrganization,
  deleteKey,
  doctor,
  findNoDatabase,
  listKeys,
  listPublishesForOperator,
  resolvePublish,
  rotateSeals,
  setCard,
} from '@carillon/service'
import { UsageError } from './usage-error.ts'

type Values = Readonly<Record<string, string | boolean | undefined>>

export interface Command {
  about: string
  options: ParseArgsOptionsConfig
  required: readonly string[]
  run(context: Context, values: Values): Promise<unknown>
  /** What is answered when there is no database to work with; the failure itself where this is left out. */
  withoutDatabase?(failure: unknown): unknown
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

function given(values: Values, name: string): string {
  return String(values[name])
}

function maybe(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

const publishStatuses = ['accepted', 'processing', 'published', 'failed', 'unknown'] as const

const toDo =
  'Look at each account at its network. If the post is there: publish resolve --id <publishId> --post-id <its id there>. If it is not: publish resolve --id <publishId> --not-published.'

/** The operator's commands by their words; what each answers is printed as JSON. `migrate` stands apart, as it comes before any context. */
export const commands: Readonly<Record<string, Command>> = {
  'organization create': {
    about: 'Create an organization with its default profile',
    options: { name: text },
    required: ['name'],
    run: (context, values) => createOrganization(context, { name: given(values, 'name') }),
  },
  'key create': {
    about: 'Create an API key; it is shown this once',
    options: { organization: text, profile: text, name: text, 'expires-in': text },
    required: ['organization'],
    run: (context, values) =>
      createKey(context, {
        organizationId: given(values, 'organization'),
        profileId: maybe(values, 'profile'),
        name: maybe(values, 'name'),
        expiresIn: maybe(values, 'expires-in'),
      }),
  },
  'key delete': {
    about: 'Delete an API key; every gateway refuses it at once',
    options: { id: text },
    required: ['id'],
    run: (context, values) => deleteKey(context, { keyId: given(values, 'id') }),
  },
  'key list': {
    about: "List an organization's keys",
    options: { organization: text },
    required: ['organization'],
    run: (context, values) => listKeys(context, { organizationId: given(values, 'organization') }),
  },
  'origin allow': {
    about: 'Let connection sessions redirect to an origin',
    options: { organization: text, origin: text },
    required: ['organization', 'origin'],
    run: (context, values) =>
      allowOrigin(context, { organizationId: given(values, 'organization'), origin: given(values, 'origin') }),
  },
  'card set': {
    about: 'Say whether a card is on file (--on or --off)',
    options: { organization: text, on: flag, off: flag },
    required: ['organization'],
    run(context, values) {
      if (Boolean(values['on']) === Boolean(values['off'])) throw new UsageError('Say either --on or --off.')
      return setCard(context, { organizationId: given(values, 'organization'), onFile: Boolean(values['on']) })
    },
  },
  'seal rotate': {
    about: 'Seal every stored credential with the newest key',
    options: {},
    required: [],
    run: (context) => rotateSeals(context),
  },
  'publish list': {
    about: 'List publishes of all organizations in a status (--status unknown)',
    options: { status: text },
    required: ['status'],
    async run(context, values) {
      const status = publishStatuses.find((name) => name === values['status'])
      if (!status) throw new UsageError(`--status takes one of ${publishStatuses.join(', ')}.`)
      const { publishes } = await listPublishesForOperator(context, { status })
      return { publishes, ...(status === 'unknown' && publishes.length > 0 && { toDo }) }
    },
  },
  'publish resolve': {
    about: 'Write down what became of an unknown publish (--post-id when it is there, --not-published when not)',
    options: { id: text, 'post-id': text, 'not-published': flag },
    required: ['id'],
    run(context, values) {
      const postId = maybe(values, 'post-id')
      if ((postId !== undefined) === Boolean(values['not-published'])) {
        throw new UsageError('Say either --post-id P or --not-published.')
      }
      if (postId?.trim() === '') throw new UsageError('--post-id is empty; it takes the id of the post at its network.')
      return resolvePublish(context, { publishId: given(values, 'id'), postId })
    },
  },
  doctor: {
    about: 'Check configuration, database, credentials, public address and clock',
    options: {},
    required: [],
    run: (context) => doctor(context),
    withoutDatabase: findNoDatabase,
  },
}
