// Gateways with a mistake each, as somebody could make it, so that the misuse run is seen to find what it looks for.
import type { GatewayOptions } from '@carillon/gateway'
import * as carillon from '@carillon/service'
import { pick } from '../random.ts'
import type { Misused } from './misused.ts'
import { everyScope } from './scope-model.ts'

type Service = NonNullable<GatewayOptions['service']>
type Grant = Awaited<ReturnType<Service['authenticate']>>

export interface Weakness {
  /** What is weak, with the values that were drawn. */
  about: string
  /** The misuse that has to find it. */
  misuse: string
  replace: Partial<Service>
}

/** An authentication whose grants are widened. */
const granting = (widen: (grant: Grant) => Grant): Partial<Service> => ({
  authenticate: async (...given) => widen(await carillon.authenticate(...given)),
})

/** An authentication that lets some requests of known keys pass that it has to reject. */
const admitting = (isAdmitted: () => boolean): Partial<Service> => ({
  authenticate: (...given) =>
    carillon.authenticate(...given).catch((thrown) => {
      const grant = carillon.rejectedGrant(thrown)
      if (grant === null || !isAdmitted()) throw thrown
      return grant
    }),
})

type UseCases = Service['useCases']

const withUseCases = (replaced: Partial<UseCases>): Partial<Service> => ({
  useCases: { ...carillon.useCases, ...replaced },
})

function weakScopes(random: () => number): Weakness {
  const resource = pick(random, everyScope).split(':')[0]
  const extra = `${resource}:write` as Grant['scopes'][number]
  return {
    about: `every key has ${extra}`,
    misuse: 'scope',
    replace: granting((grant) => ({ ...grant, scopes: [...grant.scopes, extra] })),
  }
}

function weakProfiles(): Weakness {
  const widen = (grant: Grant) => ({
    ...grant,
    scope: { organizationId: grant.scope.organizationId, profileId: null },
  })
  return { about: 'bound keys reach every profile', misuse: 'unreached', replace: granting(widen) }
}

function weakOrganizations(random: () => number, { foreign }: Misused): Weakness {
  const operation = pick(random, ['schedules.get', 'webhookEndpoints.get', 'uploads.get'] as const)
  const useCase = carillon.useCases[operation] as (...given: [unknown, { grant: Grant }]) => Promise<never>
  const scope = { organizationId: foreign.organizationId, profileId: null }
  const weak = (context: unknown, request: { grant: Grant }) =>
    useCase(context, { ...request, grant: { ...request.grant, scope } })
  return {
    about: `${operation} reads objects of another organization`,
    misuse: 'foreign',
    replace: withUseCases({ [operation]: weak }),
  }
}

function weakAddresses(): Weakness {
  return {
    about: 'the address of a request is not looked at',
    misuse: 'address',
    replace: { authenticate: (context, header) => carillon.authenticate(context, header, '203.0.113.7') },
  }
}

function weakExpiry(random: () => number): Weakness {
  const share = pick(random, [1, 0.5, 0.3])
  return {
    about: `expired keys are admitted in ${share * 100} % of the requests`,
    misuse: 'expired',
    replace: admitting(() => random() < share),
  }
}

function weakBudgets(random: () => number): Weakness {
  const share = pick(random, [1, 0.5, 0.25])
  const widen = ({ budgets, ...grant }: Grant): Grant => (random() < share || !budgets ? grant : { ...grant, budgets })
  return {
    about: `${share * 100} % of the writes take nothing from budgets`,
    misuse: pick(random, ['budgetRace', 'budgetEdge']),
    replace: granting(widen),
  }
}

function weakChildren(random: () => number, { own }: Misused): Weakness {
  const share = pick(random, [1, 0.3])
  return {
    about: `${share * 100} % of the new keys are compared with the first key of the organization`,
    misuse: 'child',
    replace: withUseCases({
      'keys.create': (context, request) => {
        const grant = random() < share ? { ...request.grant, keyId: own.keyId } : request.grant
        return carillon.useCases['keys.create'](context, { ...request, grant })
      },
    }),
  }
}

function weakEdits(random: () => number): Weakness {
  const field = pick(random, ['scopes', 'expiresAt', 'allowedIps'] as const)
  return {
    about: `${field} of keys can be widened`,
    misuse: 'edit',
    replace: withUseCases({
      async 'keys.update'(context, request) {
        const { keyId } = request.input.params
        const { [field]: value, ...others } = request.input.body
        if (value !== undefined)
          await context.db.kysely
            .updateTable('apiKey')
            .set({ [field]: value })
            .where('id', '=', keyId)
            .execute()
        const body = Object.keys(others).length > 0 ? others : { name: 'Changed' }
        return carillon.useCases['keys.update'](context, { ...request, input: { ...request.input, body } })
      },
    }),
  }
}

function weakCursors(): Weakness {
  return {
    about: 'cursors that cannot be read are left out',
    misuse: 'cursor',
    replace: withUseCases({
      'events.list': (context, request) =>
        carillon.useCases['events.list'](context, request).catch(() => {
          const { cursor: _left, ...query } = request.input.query
          return carillon.useCases['events.list'](context, { ...request, input: { ...request.input, query } })
        }),
    }),
  }
}

const kinds: readonly ((random: () => number, misused: Misused) => Weakness)[] = [
  ...[weakScopes, weakProfiles, weakOrganizations, weakAddresses, weakExpiry, weakBudgets],
  ...[weakChildren, weakEdits, weakCursors],
]

/** Draws so many weaknesses, as evenly of every kind as their number allows. */
export function drawWeaknesses(random: () => number, misused: Misused, count: number): Weakness[] {
  const first = Math.floor(random() * kinds.length)
  return Array.from({ length: count }, (_, at) => {
    const kind = kinds[(first + at) % kinds.length]
    if (kind === undefined) throw new Error('there is no such weakness')
    return kind(random, misused)
  })
}
