import { FACEBOOK_APP, INSTAGRAM_APP } from '../apps.ts'
import type { Login } from '../state/grant.ts'
import type { Happening } from '../state/happening.ts'
import type { State } from '../state/state.ts'
import { type Push, pageIdOf, pushesOf } from './payloads.ts'
import type { Pusher } from './pusher.ts'
import { fieldsOf } from './subscriptions.ts'

/**
 * Returns the secrets of the apps that are subscribed to an update. The update is sent once for each secret, signed
 * with it.
 */
function secretsFor({ object, id, field }: Push, state: State): string[] {
  if (object === 'page') return fieldsOf(state, id).includes(field) ? [FACEBOOK_APP.secret] : []
  const byAccount = fieldsOf(state, id).includes(field) ? [INSTAGRAM_APP.secret] : []
  // A Page that is subscribed to any field brings the events of its account.
  const pageId = pageIdOf(state, id)
  const byPage = pageId !== undefined && fieldsOf(state, pageId).length > 0 ? [FACEBOOK_APP.secret] : []
  return [...byAccount, ...byPage]
}

const objects: Record<Login, Push['object']> = { facebook: 'page', instagram: 'instagram' }

/**
 * Registers the pusher of a network: from now on, changes of that network's objects are sent as webhooks. Call it once
 * for each network: a second pusher would send every webhook again.
 */
export function announceBy(state: State, login: Login, pusher: Pusher): void {
  const { announce } = state
  state.announce = (happening: Happening) => {
    announce(happening)
    for (const push of pushesOf(happening, state)) {
      if (push.object !== objects[login]) continue
      for (const secret of secretsFor(push, state)) pusher.send(push, secret)
    }
  }
}
