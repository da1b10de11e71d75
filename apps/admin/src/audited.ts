import { ServiceError } from '@carillon/errors'
import { type AuditEntry, type Context, installationId, newAuditEntry } from '@carillon/service'
import type { Values } from './values.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Matches an origin in the form in which it is stored, without a path or a user name. */
const origin = /^https?:\/\/[^/@?#\s]{1,256}$/

/** The options and result fields that contain an id, with the type of the object and the form of the id. */
const targetTypes: readonly (readonly [name: string, type: string, id: RegExp])[] = [
  ['profile', 'profile', uuid],
  ['account', 'account', uuid],
  ['keyId', 'key', uuid],
  ['writeId', 'write', uuid],
  ['defaultProfileId', 'profile', uuid],
  ['origin', 'origin', origin],
]

const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)

function targetsIn(fields: object): AuditEntry['targets'] {
  const values = new Map<string, unknown>(Object.entries(fields))
  return targetTypes.flatMap(([name, type, form]) => {
    const id = values.get(name)
    return typeof id === 'string' && form.test(id) ? [{ type, id }] : []
  })
}

/** Returns the targets of a command: those that it named, then those of its result that it had not named. */
function allTargets(named: AuditEntry['targets'], fields: object): AuditEntry['targets'] {
  const others = targetsIn(fields).filter(({ type, id }) => !named.some((one) => one.type === type && one.id === id))
  return [...named, ...others]
}

const fieldsOf = (result: unknown): object => (typeof result === 'object' && result !== null ? result : {})

interface AuditedCommand {
  name: string
  values: Values
  /** The organization that the command is about; null if it is not known. */
  organizationId: string | null
  run(): Promise<unknown>
}

/**
 * Runs a command of the operator (`run`) and returns its result. Stores an audit entry first, waiting a second at most,
 * and completes the entry with the outcome afterwards. If the entry cannot be stored, the command runs all the same,
 * and storing is retried.
 * @throws errors of the command
 */
export async function audited(
  { audit, now }: Context,
  { name, values, organizationId, run }: AuditedCommand,
): Promise<unknown> {
  const named = isId(values['organization']) ? values['organization'] : organizationId
  const entry = newAuditEntry({
    ...{ organizationId: named ?? installationId, at: now(), action: `admin.${name.replaceAll(' ', '.')}` },
    ...{ actorType: 'operator', targets: targetsIn(values) },
  })
  await audit.begin(entry)
  try {
    const result = await run()
    const fields = fieldsOf(result)
    const created = 'organizationId' in fields && isId(fields.organizationId) ? fields.organizationId : null
    const owner = created ?? entry.organizationId
    audit.end({ ...entry, organizationId: owner, targets: allTargets(entry.targets, fields) })
    return result
  } catch (error) {
    audit.end({ ...entry, code: error instanceof ServiceError ? error.code : 'internal_error' })
    throw error
  }
}
