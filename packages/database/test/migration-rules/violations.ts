import type { Catalogue, SchemaObject } from './catalogue.ts'

/** Objects whose removal breaks no statement of the previous version: it relies on no constraint that rejects rows. */
const mayBeDropped = ({ kind, facts }: SchemaObject): boolean =>
  kind === 'default' || (kind === 'constraint' && / [cf] /.test(facts))

/** Modes of locks that reads and writes of rows, indexes and `lock table` take, and nothing that is allowed. */
const forbiddenLocks = ['RowShareLock', 'RowExclusiveLock', 'ShareLock', 'ExclusiveLock']

const nameOf = ({ kind, name }: SchemaObject): string => `${kind} ${name}`

/** What is gone or changed of what there was. */
function lost(before: Catalogue, after: Catalogue): string[] {
  return [...before.objects].flatMap(([key, object]) => {
    const now = after.objects.get(key)
    if (now === undefined) return mayBeDropped(object) ? [] : [`drops ${nameOf(object)}`]
    return now.facts === object.facts ? [] : [`changes ${nameOf(object)}`]
  })
}

/** Parts of tables that were there before, which are new and make the migration read the table or reject rows. */
function strictlyAdded(existing: ReadonlySet<string>, before: Catalogue, after: Catalogue): string[] {
  return [...after.objects]
    .filter(([key, { table, isStrict }]) => isStrict && existing.has(table) && !before.objects.has(key))
    .map(([, object]) => `adds ${nameOf(object)} strictly, or without \`concurrently\``)
}

/** The tables of which a part was added or removed: those that may be locked for a moment. */
function altered(before: Catalogue, after: Catalogue): Set<string> {
  const differ = (one: Catalogue, other: Catalogue) =>
    [...one.objects].filter(([key]) => !other.objects.has(key)).map(([, { table }]) => table)
  return new Set([...differ(before, after), ...differ(after, before)])
}

/**
 * Returns the effects of a migration that break the previous version of the service or block statements that run at the
 * same time, such as `drops column message.body`; empty if it has none. Tables that the migration itself creates may be
 * changed in any way.
 * @param before the schema at the beginning of the migration's transaction
 * @param after the schema at its end
 */
export function violationsOf(before: Catalogue, after: Catalogue): string[] {
  const tables = [...before.objects.values()].filter(({ kind }) => kind === 'table')
  const existing = new Set(tables.map(({ id }) => id))
  const change = altered(before, after)
  const held = tables.flatMap(({ id, name }) => {
    const modes = after.locks.get(id) ?? []
    const accesses = (after.accesses.get(id) ?? 0) - (before.accesses.get(id) ?? 0)
    return [
      ...modes.filter((mode) => forbiddenLocks.includes(mode)).map((mode) => `holds ${mode} on ${name}`),
      ...(modes.includes('AccessExclusiveLock') && !change.has(id) ? [`locks ${name} and changes nothing of it`] : []),
      ...(accesses > 0 ? [`reads or writes rows of ${name} within its transaction`] : []),
    ]
  })
  return [...lost(before, after), ...strictlyAdded(existing, before, after), ...held]
}
