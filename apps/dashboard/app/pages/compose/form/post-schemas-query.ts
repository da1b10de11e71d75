import { queryOptions } from '@tanstack/react-query'
import type { PostSchemas } from './post-schema.ts'

/**
 * The schemas of the requests that publish, and facts about them. Read once per page load: they change only with the
 * version of the service.
 */
export const postSchemasQuery = queryOptions({
  queryKey: ['post-schemas'],
  queryFn: async ({ signal }): Promise<PostSchemas> => {
    const response = await fetch('/dashboard/post-schemas.json', { signal })
    if (!response.ok) throw new Error(`The service responded with status ${response.status}.`)
    return response.json()
  },
  staleTime: Number.POSITIVE_INFINITY,
})
