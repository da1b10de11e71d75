import { pick } from '../random.ts'
import { type Access, widerParts } from './access-model.ts'
import { asStored, type Tried } from './attempt.ts'
import { type Attempt, accessIn, createKey, drawAccess, drawWish, type Made, makeKey, removeKeys } from './made-key.ts'

const tooWide = ['insufficient_scope']

/** What a wish for a new key means: parts that it leaves out are those of its parent, scopes excepted. */
function meantBy(wish: Partial<Access>, parent: Access): Access {
  const budgets = wish.budgets || parent.budgets ? { ...parent.budgets, ...wish.budgets } : null
  return { ...parent, scopes: ['*'], ...wish, budgets }
}

/** A key creates another one, which may want more than it has. */
export async function tryChild(attempt: Attempt): Promise<Tried[]> {
  const { random, own, send } = attempt
  const parent = await makeKey(attempt, own.key, drawAccess(random))
  const isBound = random() < 0.15
  const by = isBound ? await makeKey(attempt, own.key, { profileIds: [pick(random, own.profileIds)] }) : parent
  const wish = drawWish(random)
  const wider = widerParts(meantBy(wish, parent.access), parent.access)
  const got = await createKey(attempt, by.apiKey, wish)
  const codes = isBound ? ['profile_scope_violation'] : wider.length > 0 ? tooWide : null
  const what = `${JSON.stringify(wish)} by ${JSON.stringify(by.access)}`
  const tried: Tried[] = [{ kind: 'wider children', what, codes, got }]
  if (got.status === 201) {
    const child = accessIn(
      (await send({ method: 'GET', path: '/keys', as: own.key })).body.keys.find(
        ({ keyId }: Made) => keyId === got.body.keyId,
      ),
    )
    // What was stored counts, not what the response says.
    const stored = widerParts(child, by.access)
    if (stored.length > 0)
      tried.push({ kind: 'wider children', what: `${what} has ${stored}`, codes: tooWide, got: asStored(got) })
  }
  await removeKeys(attempt, [parent, ...(isBound ? [by] : [])])
  return tried
}
