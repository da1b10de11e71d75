import type { Account, PostValidation } from '@carillon/client'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { unchecked } from '../../data/unchecked.ts'
import { useCompleteUploads } from '../../uploads/uploads.ts'
import { type Draft, filesFor } from './draft/draft.ts'
import { bodyOf, type Sending } from './form/body.ts'
import type { PostForm } from './form/post-schema.ts'

/** The time in milliseconds between the last change and the validation of a draft. */
const pauseMs = 600

/**
 * The service's validation of the draft for one account, requested again after each change and when an upload is
 * complete: until then, only facts about its file are known. `data` can be about an earlier version of the draft; it is
 * about the given one if `isCurrent`.
 */
export function useValidation(
  form: PostForm,
  draft: Draft,
  { account, ...sending }: Omit<Sending, 'purpose'> & { account: Account },
) {
  const [settled] = useDebouncedValue(draft, pauseMs)
  const complete = useCompleteUploads(filesFor(settled, form.platform))
  const query = useQuery({
    queryKey: ['validation', account.accountId, settled],
    queryKeyHashFn: ([name, accountId]) => `${name} ${accountId} ${numberOf(settled)} ${complete}`,
    queryFn: async ({ signal }): Promise<PostValidation> => {
      const body = unchecked(await bodyOf(form, settled, { account, ...sending, purpose: 'validate' }))
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

/** The number of a version of a draft, which stands for it in query keys: these cannot contain files. */
function numberOf(draft: Draft): number {
  const known = numbers.get(draft)
  if (known !== undefined) return known
  lastNumber += 1
  numbers.set(draft, lastNumber)
  return lastNumber
}
