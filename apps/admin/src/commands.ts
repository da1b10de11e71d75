import type { ParseArgsOptionsConfig } from 'node:util'
import {
  allowOrigin,
  type Context,
  createKey,
  createOrganization,
  deleteKey,
  denyOrigin,
  describeEventBacklog,
  doctor,
  exportAudit,
  findNoDatabase,
  listKeys,
  listOrigins,
  listSchedules,
  listWrites,
  noteRestore,
  organizationOfKey,
  replayWebhooks,
  reportMissing,
  resolveWrite,
  rotateKeys,
  setCard,
  verifyAudit,
  verifyAuditFile,
  writeKindNames,
} from '@carillon/service'
import { UsageError } from './usage-error.ts'
import type { Values } from './values.ts'
import { verify, verifyOptions } from './verify.ts'

export interface Command {
  /** A line that is printed with the list of commands. */
  about: string
  options: ParseArgsOptionsConfig
  /** The names of the options without which the command is rejected. */
  required: readonly string[]
  /** Runs the command with the values of its options, and returns the result to print. */
  run(context: Context, values: Values): Promise<unknown>
  /** Returns the id of the organization that the command is about, for commands without the option `--organization`. */
  organizationOf?(context: Context, values: Values): Promise<string | null>
  /** Runs the command without settings and database if its options allow that; null for other options. */
  offline?(values: Values): Promise<unknown> | null
  /** Returns the result of the command if the database cannot be reached. If omitted, the failure is thrown. */
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

const writeStatuses = ['accepted', 'processing', 'succeeded', 'failed', 'unknown'] as const

const toDo =
  'Check each account on its network. If the write took effect, run: write resolve --id <writeId> --provider-id <id on the network>. If it did not, run: write resolve --id <writeId> --not-done.'

/**
 * The operator's commands, keyed by their words with a space between them, such as `key delete`. The result of each is
 * printed as JSON. `migrate` is not listed, because it runs before a context can be created.
 */
export const commands: Readonly<Record<string, Command>> = {
  'organization create': {
    about: 'Create an organization with its default profile',
    options: { name: text },
    required: ['name'],
    run: (context, values) => createOrganization(context, { name: given(values, 'name') }),
  },
  'key create': {
    about: 'Create an API key and print it, once',
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
    about: 'Delete an API key and the keys that it created; every gateway rejects them within seconds',
    options: { id: text },
    required: ['id'],
    run: (context, values) => deleteKey(context, { keyId: given(values, 'id') }),
    organizationOf: (context, values) => organizationOfKey(context, given(values, 'id')),
  },
  'key list': {
    about: "List an organization's keys",
    options: { organization: text },
    required: ['organization'],
    run: (context, values) => listKeys(context, { organizationId: given(values, 'organization') }),
  },
  'origin allow': {
    about: 'Allow an origin as the target of redirects after connecting',
    options: { organization: text, origin: text },
    required: ['organization', 'origin'],
    run: (context, values) =>
      allowOrigin(context, { organizationId: given(values, 'organization'), origin: given(values, 'origin') }),
  },
  'origin deny': {
    about: 'Remove an allowed origin',
    options: { organization: text, origin: text },
    required: ['organization', 'origin'],
    run: (context, values) =>
      denyOrigin(context, { organizationId: given(values, 'organization'), origin: given(values, 'origin') }),
  },
  'origin list': {
    about: "List an organization's allowed origins",
    options: { organization: text },
    required: ['organization'],
    run: (context, values) => listOrigins(context, { organizationId: given(values, 'organization') }),
  },
  'card set': {
    about: 'Record whether a card is on file (--on or --off)',
    options: { organization: text, on: flag, off: flag },
    required: ['organization'],
    run(context, values) {
      if (Boolean(values['on']) === Boolean(values['off'])) throw new UsageError('Pass either --on or --off.')
      return setCard(context, { organizationId: given(values, 'organization'), onFile: Boolean(values['on']) })
    },
  },
  'encryption rotate-keys': {
    about: 'Encrypt every stored credential again with the first key of ENCRYPTION_KEYS',
    options: {},
    required: [],
    run: (context) => rotateKeys(context),
  },
  'schedule list': {
    about:
      'List scheduled posts of all organizations by status (--status held, which is the default), and, optionally, of one organization; after a restore, those that may have been published are held',
    options: { status: text, organization: text },
    required: [],
    run(context, values) {
      return listSchedules(context, { status: maybe(values, 'status'), organizationId: maybe(values, 'organization') })
    },
  },
  'write list': {
    about:
      'List the external writes of all organizations by status (--status unknown) and, optionally, kind (--kind publish)',
    options: { status: text, kind: text },
    required: ['status'],
    async run(context, values) {
      const status = writeStatuses.find((name) => name === values['status'])
      if (!status) throw new UsageError(`--status takes one of ${writeStatuses.join(', ')}.`)
      const kind = writeKindNames.find((name) => name === values['kind'])
      if (values['kind'] !== undefined && !kind)
        throw new UsageError(`--kind takes one of ${writeKindNames.join(', ')}.`)
      const { writes } = await listWrites(context, { status, kind })
      return { writes, ...(status === 'unknown' && writes.length > 0 && { toDo }) }
    },
  },
  'write resolve': {
    about: 'Record the outcome of an unknown write (--provider-id if it took effect, --not-done if not)',
    options: { id: text, 'provider-id': text, 'not-done': flag },
    required: ['id'],
    run(context, values) {
      const providerId = maybe(values, 'provider-id')
      if ((providerId !== undefined) === Boolean(values['not-done'])) {
        throw new UsageError('Pass either --provider-id P or --not-done.')
      }
      if (providerId?.trim() === '') {
        throw new UsageError('--provider-id is empty; pass the id that the network gave the written object.')
      }
      return resolveWrite(context, { writeId: given(values, 'id'), providerId })
    },
  },
  'events waiting': {
    about:
      'Tell how many events wait for their place in the feed, how far deliveries to endpoints are behind, and for which organizations',
    options: {},
    required: [],
    run: (context) => describeEventBacklog(context),
  },
  'webhook replay': {
    about: 'Process the webhook events since a time again (--since 2026-11-22T10:00:00Z)',
    options: { since: text },
    required: ['since'],
    run: (context, values) => replayWebhooks(context, { since: given(values, 'since') }),
  },
  'restore note': {
    about:
      'Run once after restoring a backup, before workers start: open writes are looked up on the networks and never sent (--since: when the backup began)',
    options: { since: text },
    required: ['since'],
    run: (context, values) => noteRestore(context, { since: given(values, 'since') }),
  },
  'restore report': {
    about:
      'List posts that networks have and the journal lacks, after a failover or a restored backup (--since and --until: the period; by default, that of the last failover)',
    options: { since: text, until: text },
    required: [],
    run: (context, values) => reportMissing(context, { since: maybe(values, 'since'), until: maybe(values, 'until') }),
  },
  'audit verify': {
    about:
      'Verify that no entry of the audit log was changed, removed or added (--organization O: one chain; --file FILE: an export; --head HASH: a head from the log, which has to be in the chain)',
    options: { organization: text, file: text, head: text },
    required: [],
    run: (context, values) =>
      verifyAudit(context, { organizationId: maybe(values, 'organization'), head: maybe(values, 'head') }),
    offline(values) {
      const file = maybe(values, 'file')
      if (file === undefined) return null
      if (values['organization'] !== undefined) throw new UsageError('Pass either --organization or --file.')
      return verifyAuditFile(file, maybe(values, 'head'))
    },
  },
  'audit export': {
    about: 'Write the audit log of an organization to a file that can be verified without the database (--out FILE)',
    options: { organization: text, out: text },
    required: ['organization', 'out'],
    run: (context, values) =>
      exportAudit(context, { organizationId: given(values, 'organization'), file: given(values, 'out') }),
  },
  verify: {
    about:
      "Make every call on an account and compare the responses with the network's documentation (--publish: also write test posts and comments, and delete them; --lasting: also posts that cannot be deleted; --video FILE: an MP4 to publish; --recipient R: send a message, or a template with --template NAME --language L [--parameters JSON]; --post ID: comment on this post; --comment ID: reply to this comment; --ad-account ID: create a paused campaign; --report FILE: write the report as Markdown or JSON)",
    options: verifyOptions,
    required: ['account'],
    run: verify,
  },
  doctor: {
    about: 'Check configuration, database, clock, bucket or folders, credentials, encryption keys and public URLs',
    options: {},
    required: [],
    run: (context) => doctor(context),
    withoutDatabase: findNoDatabase,
  },
}
