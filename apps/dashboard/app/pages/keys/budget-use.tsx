import type { ApiKey } from '@carillon/client'
import { Progress, Stack, Text } from '@mantine/core'
import { budgetWords, keyBudgets } from './key-budgets.ts'

/** The budgets of a key, and how much of each has been used today (UTC); only the limit for requests per minute. */
export function BudgetUse({ apiKey: { budgets, used } }: { apiKey: ApiKey }) {
  if (budgets === null) return 'No limit'
  const set = keyBudgets.flatMap(({ budget, noun }) => {
    const max = budgets[budget]
    return max === undefined ? [] : [{ budget, noun, max }]
  })
  return (
    <Stack gap={6} miw={140}>
      {set.map(({ budget, noun, max }) => {
        if (budget === 'requestsPerMinute') return <div key={budget}>{budgetWords(budget, max)}</div>
        const count = used?.[budget] ?? 0
        const words = `${count.toLocaleString('en')} of ${max.toLocaleString('en')} ${noun} today`
        return (
          <div key={budget}>
            <Text inherit span>
              {words}
            </Text>
            <Progress
              value={max === 0 ? 100 : Math.min(100, (count / max) * 100)}
              color={count >= max ? 'red' : 'bronze'}
              size="xs"
              mt={4}
              aria-label={words}
            />
          </div>
        )
      })}
    </Stack>
  )
}
