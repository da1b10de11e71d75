import { pick } from '../random.ts'
import { type Access, areInside, budgetNames, endOf, holds, isInside, maxOf, widerParts } from './access-model.ts'
import { asStored, type Tried } from './attempt.ts'
import {
  type Attempt,
  accessIn,
  drawAccess,
  drawWish,
  fieldsOf,
  fullAccess,
  type Made,
  makeKey,
  removeKeys,
} from './made-key.ts'

const tooWide = ['insufficient_scope']

/** A key of a family, or one beside it, and the keys that created it, from the top. */
interface Family {
  above: Made[]
  key: Made
  /** A key that it has created itself, if there is one: it may not have more than the changed key. */
  child: Made | null
  beside: Made
}

/** The same access with less of one part, so that it can be widened again within what the keys above have. */
function narrowed(random: () => number, access: Access): Access {
  const fewer = Object.entries(access.budgets ?? {}).map(([name, max]) => [name, max - Math.floor(random() * 2)])
  const budgets = access.budgets && Object.fromEntries(fewer.map(([name, max]) => [name, Math.max(0, Number(max))]))
  return { ...access, budgets, expiresAt: access.expiresAt && access.expiresAt - Math.floor(random() * 2) }
}

async function makeFamily(attempt: Attempt): Promise<Family> {
  const { random, own } = attempt
  const top = await makeKey(attempt, own.key, drawAccess(random))
  const parent = await makeKey(attempt, top.apiKey, narrowed(random, top.access))
  const key = await makeKey(attempt, parent.apiKey, narrowed(random, parent.access))
  const child = random() < 0.3 ? await makeKey(attempt, key.apiKey, narrowed(random, key.access)) : null
  const beside = await makeKey(attempt, own.key, drawAccess(random))
  return { above: [top, parent], key, child, beside }
}

/** Whether a change gives a key more than the documentation allows when `editor` makes it. */
function widensTooMuch(change: Partial<Access>, { above, key, child }: Family, editor: Made): boolean {
  const changed = { ...key.access, ...change }
  const isAbove = editor.access === fullAccess || above.includes(editor)
  const limits = [editor.access, ...above.map(({ access }) => access)]
  const isCovered =
    editor === key ||
    (key.access.scopes.every((scope) =>
      scope === '*' ? editor.access.scopes.includes('*') : holds(editor.access.scopes, scope),
    ) &&
      budgetNames.every((name) => maxOf(key.access, name) <= maxOf(editor.access, name)))
  const hasMoreScopes = changed.scopes.some((scope) =>
    widerParts({ ...fullAccess, scopes: [scope] }, key.access).includes(scope),
  )
  const raised = budgetNames.filter((name) => maxOf(changed, name) > maxOf(key.access, name))
  const isRaisedTooFar = raised.some((name) => {
    if (above.some(({ access }) => maxOf(changed, name) > maxOf(access, name))) return true
    return (
      maxOf(editor.access, name) < Number.POSITIVE_INFINITY &&
      (!isAbove || maxOf(changed, name) > maxOf(editor.access, name))
    )
  })
  const further = change.allowedIps?.filter((network) => !isInside(network, key.access.allowedIps)) ?? []
  const isFromFurther = further.length > 0 && limits.some(({ allowedIps }) => !areInside(further, allowedIps))
  const lastsLonger = endOf(changed) > endOf(key.access) && limits.some((limit) => endOf(changed) > endOf(limit))
  const isNarrowerThanChild = child !== null && widerParts(child.access, changed).length > 0
  return !isCovered || hasMoreScopes || isRaisedTooFar || isFromFurther || lastsLonger || isNarrowerThanChild
}

/** A key is changed, by itself, by one above, below or beside it, so that it may have more than before. */
export async function tryEdit(attempt: Attempt): Promise<Tried[]> {
  const { random, own, send } = attempt
  const family = await makeFamily(attempt)
  const root: Made = { keyId: own.keyId, apiKey: own.key, access: fullAccess }
  const editor = pick(random, [root, ...family.above, family.key, family.child ?? family.key, family.beside])
  const { keyId, access } = family.key
  const drawn = drawWish(random)
  const change = Object.keys(drawn).length > 0 ? drawn : { expiresAt: Date.parse('2032-01-01T00:00:00.000Z') }
  const codes = widensTooMuch(change, family, editor) ? tooWide : null
  const got = await send({ method: 'PATCH', path: `/keys/${keyId}`, as: editor.apiKey, json: fieldsOf(change) })
  const what = `${JSON.stringify(change)} of ${JSON.stringify(access)} by ${JSON.stringify(editor.access)}`
  const tried: Tried[] = [{ kind: 'widening edits', what, codes, got }]
  const { body } = await send({ method: 'GET', path: '/keys', as: own.key })
  const stored = accessIn(body.keys.find((key: Made) => key.keyId === keyId))
  const before = { ...fullAccess, scopes: access.scopes }
  const tooMuch = [before, ...family.above.map((above) => above.access)].flatMap((limit) => widerParts(stored, limit))
  if (tooMuch.length > 0)
    tried.push({ kind: 'widening edits', what: `${what} has ${tooMuch}`, codes: tooWide, got: asStored(got) })
  await removeKeys(attempt, [...family.above.slice(0, 1), family.beside])
  return tried
}
