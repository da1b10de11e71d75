import type { Tried } from './attempt.ts'
import type { Attempt } from './made-key.ts'
import { tryBudgetEdge, tryBudgetRace } from './try-budget.ts'
import { tryChild } from './try-child.ts'
import { tryCursor } from './try-cursor.ts'
import { tryEdit } from './try-edit.ts'
import { tryForeign, tryUnreached } from './try-foreign.ts'
import { tryAddress, tryDeleted, tryExpired } from './try-places.ts'
import { tryScope } from './try-scope.ts'

interface Misuse {
  /** How often it is drawn, beside the others. */
  weight: number
  perform(attempt: Attempt): Promise<Tried[]>
}

/** Every way in which keys are misused. */
export const misuses: Readonly<Record<string, Misuse>> = {
  scope: { weight: 20, perform: tryScope },
  foreign: { weight: 16, perform: tryForeign },
  unreached: { weight: 12, perform: tryUnreached },
  child: { weight: 16, perform: tryChild },
  edit: { weight: 12, perform: tryEdit },
  cursor: { weight: 10, perform: tryCursor },
  address: { weight: 10, perform: tryAddress },
  expired: { weight: 6, perform: tryExpired },
  deleted: { weight: 3, perform: tryDeleted },
  budgetRace: { weight: 3, perform: tryBudgetRace },
  budgetEdge: { weight: 6, perform: tryBudgetEdge },
}

/** Draws one of the misuses that are named. */
export function drawMisuse(random: () => number, names: readonly string[]): Misuse {
  const named = Object.entries(misuses).filter(([name]) => names.includes(name))
  const total = named.reduce((sum, [, { weight }]) => sum + weight, 0)
  let place = random() * total
  for (const [, misuse] of named) {
    place -= misuse.weight
    if (place < 0) return misuse
  }
  throw new Error(`there is no misuse named ${names.join(', ')}`)
}
