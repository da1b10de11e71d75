import type { Account, PostValidation } from '@carillon/client'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { unchecked } from '../../data/unchecked.ts'
import { bodyOf } from './body.ts'
import { type Draft, fileBytes } from './draft.ts'
import type { PostForm } from './post-schema.ts'

/** Pause after the last change before a draft is validated; longer for large files, which are sent each time. */
const pauseMs = { small: 600, large: 2_500 }
const largeBytes = 8_000_000

/** The validation result of the draft for one account, updated while the draft is edited. */
export function useValidation(form: PostForm, draft: Draft, account: Account) {
  const [settled] = useDebouncedValue(draft, fileBytes(draft) > largeBytes ? pauseMs.large : pauseMs.small)
  const query = useQuery({
    queryKey: ['validation', account.accountId, settled],
    queryKeyHashFn: ([name, accountId]) => `${name} ${accountId} ${numberOf(settled)}`,
    queryFn: async ({ signal }): Promise<PostValidation> => {
      const body = unchecked(await bodyOf(form, settled, account))
      return (await api.post('/posts/validate', { body, signal })).data
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  const isChecking = settled !== draft || query.isFetching
  return { ...query, isChecking, isCurrent: !isChecking && query.data !== undefined }
}

const numbers = new WeakMap<Draft, number>()
let lastNumber = 0

/** Drafts hold files, which no key of a query can be made of: each version has a number. */
function numberOf(draft: Draft): number {
  const known = numbers.get(draft)
  if (known !== undefined) return known
  lastNumber += 1
  numbers.set(draft, lastNumber)
  return lastNumber
}
