import { allowFields } from '../../comments/actions.ts'
import { DAY_MS } from '../../meta/graph/graph-time.ts'
import type { AdAccount, LeadForm } from '../../meta/state/ads/records.ts'
import { changeSettings } from '../../meta/state/ads/settings.ts'
import type { Person } from '../../meta/state/people.ts'
import type { State } from '../../meta/state/state.ts'
import { postOf } from './seeds/index.ts'
import { addLead } from './seeds/leads.ts'
import { seedTree } from './seeds/tree.ts'
import { settleDelivery } from './tree/status.ts'

type Body = Record<string, unknown>

function text(body: Body, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw new RangeError(`${name}: a text`)
  return value
}

const MAX_OBJECTS = 50_000

function whole(body: Body, name: string, usual: number, max = MAX_OBJECTS): number {
  const value = body[name] ?? usual
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > max)
    throw new RangeError(`${name}: a whole number up to ${max}`)
  return value
}

function personOf(state: State, body: Body): Person {
  const people = [...state.people.values()]
  const person = body['as'] === undefined ? people[0] : people.find(({ handle }) => handle === body['as'])
  if (person === undefined) throw new RangeError(`as: ${people.map(({ handle }) => handle).join(', ')}`)
  return person
}

function accountOf(state: State, person: Person, body: Body): AdAccount {
  const own = [...state.ads.adAccounts.values()].filter(({ personIds }) => personIds.includes(person.id))
  const account = body['adAccount'] === undefined ? own[0] : own.find(({ id }) => id === body['adAccount'])
  if (account === undefined) throw new RangeError(`adAccount: ${own.map(({ id }) => id).join(', ') || 'there is none'}`)
  return account
}

function addTree(state: State, body: Body): unknown {
  allowFields(body, ['as', 'adAccount', 'campaigns', 'adSets', 'ads', 'running'])
  const account = accountOf(state, personOf(state, body), body)
  const campaigns = whole(body, 'campaigns', 1)
  const adSets = whole(body, 'adSets', campaigns)
  const ads = whole(body, 'ads', adSets)
  if (campaigns + adSets + ads > MAX_OBJECTS) throw new RangeError(`ads: at most ${MAX_OBJECTS} objects in all`)
  const running = whole(body, 'running', Math.ceil(ads / 25))
  const postId = account.personIds.map((id) => postOf(state, id)).find((id) => id !== undefined)
  if (postId === undefined) throw new RangeError('as: somebody whose Page has a post')
  seedTree(state, { account, postId }, { campaigns, adSets, ads, running })
  return { adAccount: account.id, campaigns, adSets, ads, running }
}

function formOf(state: State, body: Body): LeadForm {
  const forms = [...state.ads.forms.values()]
  const form = body['form'] === undefined ? forms[0] : forms.find(({ id }) => id === body['form'])
  if (form === undefined) throw new RangeError(`form: ${forms.map(({ id }) => id).join(', ')}`)
  return form
}

function fillIn(state: State, body: Body): unknown {
  allowFields(body, ['form', 'ad', 'count', 'daysAgo'])
  const form = formOf(state, body)
  const adId = body['ad'] === undefined ? null : text(body, 'ad')
  if (adId !== null && !state.ads.ads.has(adId)) throw new RangeError('ad: no such ad')
  const count = whole(body, 'count', 1)
  const createdAt = state.now() - whole(body, 'daysAgo', 0) * DAY_MS
  const first = state.ads.leads.size
  const leads = Array.from({ length: count }, (_, at) =>
    addLead(state, form, { at: first + at, adId, createdAt: createdAt - (count - 1 - at) * 1_000 }),
  )
  return { form: form.id, ids: leads.map(({ id }) => id) }
}

function review(state: State, body: Body): unknown {
  allowFields(body, ['id', 'decision', 'policy'])
  const ad = state.ads.ads.get(text(body, 'id'))
  if (ad === undefined) throw new RangeError('id: no such ad')
  const decision = text(body, 'decision')
  if (decision !== 'approve' && decision !== 'disapprove') throw new RangeError('decision: approve or disapprove')
  const broken =
    decision === 'approve' ? null : body['policy'] === undefined ? 'PERSONAL_ATTRIBUTES' : text(body, 'policy')
  settleDelivery(state.ads, state.now())
  ad.review = { decidedAt: state.now(), broken }
  settleDelivery(state.ads, state.now())
  return { id: ad.id, decision }
}

function decideEligibility(state: State, body: Body): unknown {
  allowFields(body, ['post', 'eligible'])
  const post = text(body, 'post')
  if (!state.pagePosts.has(post)) throw new RangeError('post: no such post')
  if (body['eligible'] === true) state.ads.ineligiblePosts.delete(post)
  else if (body['eligible'] === false) state.ads.ineligiblePosts.add(post)
  else throw new RangeError('eligible: true or false')
  return { post, eligible: body['eligible'] }
}

/**
 * Returns the actions on ads for `POST /person/{name}`, keyed by name: `ads` adds campaigns with ads, `lead` fills in a
 * lead form, `ad-review` approves or disapproves an ad as Facebook's reviewers do, `ad-eligibility` sets whether a post
 * can be promoted, and `ads-settings` changes settings. They throw a `RangeError` that names an invalid field.
 */
export function adsActs(state: State): Record<string, (body: Body) => unknown> {
  return {
    ads: (body) => addTree(state, body),
    lead: (body) => fillIn(state, body),
    'ad-review': (body) => review(state, body),
    'ad-eligibility': (body) => decideEligibility(state, body),
    'ads-settings': (body) => changeSettings(state.ads.settings, body),
  }
}
