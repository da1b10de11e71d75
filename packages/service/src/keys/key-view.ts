import { type ListedKey, type UsedBudget, usedBudgets } from '@carillon/database'
import { type ApiKey, writeBudgets } from '@carillon/domain'
import type { Context } from '../context.ts'

/**
 * Converts a row of `api_key` to the API's key, without its hash.
 * @param used today's use of budgets; rows of other keys are ignored, and a missing row means 0
 */
export function viewKey(row: ListedKey, used: readonly UsedBudget[] = []): ApiKey {
  const usedOf = (budget: string) => used.find((one) => one.keyId === row.id && one.budget === budget)?.used ?? 0
  const counted = writeBudgets.filter((budget) => row.budgets?.[budget] !== undefined)
  return {
    keyId: row.id,
    name: row.name,
    profileId: row.profileId,
    profileIds: row.profileIds,
    scopes: row.scopes,
    allowedIps: row.allowedIps,
    budgets: row.budgets,
    used: row.budgets && Object.fromEntries(counted.map((budget) => [budget, usedOf(budget)])),
    last4: row.last4,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedIp: row.lastUsedIp,
  }
}

/** Converts rows of `api_key` to the API's keys, with today's use of their budgets as read from the database. */
export async function viewKeys({ db, now }: Context, rows: readonly ListedKey[]): Promise<ApiKey[]> {
  const withBudgets = rows.filter(({ budgets }) => budgets !== null).map(({ id }) => id)
  const used = withBudgets.length === 0 ? [] : await usedBudgets(db, withBudgets, now())
  return rows.map((row) => viewKey(row, used))
}
