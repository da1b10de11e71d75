import { publishStatuses, uuid } from '@carillon/domain'
import { listOf } from '../fields.ts'
import { failureOf, isDone, resultOf } from '../results.ts'
import { tool } from '../tool.ts'
import { accountId, limit, object, offset, partOf, platform, profileId } from './parameters.ts'

const findPublish = tool({
  name: 'find_publish',
  title: 'Find what became of a publish',
  description:
    'Shows the status of publishes made through Carillon: published, processing, failed or unknown, and why. Use it after a publish or to look for one.',
  input: object(
    {
      publishId: uuid,
      requestId: { type: 'string', maxLength: 128 },
      accountId,
      status: { type: 'string', enum: publishStatuses },
      search: { type: 'string', minLength: 1, maxLength: 200, description: 'Words of the text.' },
      cursor: { type: 'string', maxLength: 128 },
    },
    [],
  ),
  effect: 'read',
  toolsets: ['publishing'],
  operations: ['publishes.list', 'publishes.get'],
  async run({ publishId, ...query }, { backend }) {
    const response =
      publishId === undefined
        ? await backend.call({ operation: 'publishes.list', query })
        : await backend.call({ operation: 'publishes.get', path: { publishId } })
    return isDone(response) ? resultOf(response.body) : failureOf(response)
  },
})

const listPosts = tool({
  name: 'list_posts',
  title: 'List the posts of an account',
  description:
    'Lists existing posts of an account or profile as the platform has them, newest first, with their metrics (likes, views) and links.',
  input: object({ accountId, profileId, platform, limit, offset }, []),
  effect: 'read',
  toolsets: ['publishing', 'comments', 'reports'],
  operations: ['posts.list'],
  async run({ limit: max, offset: from, ...query }, { backend }) {
    const response = await backend.call({ operation: 'posts.list', query })
    if (!isDone(response)) return failureOf(response)
    const { items, nextOffset } = partOf(listOf(response.body['posts']), {
      ...(max && { limit: max }),
      ...(from && { offset: from }),
    })
    return resultOf({ posts: items, nextOffset, errors: response.body['errors'] ?? [] })
  },
})

export const publishTools = [findPublish, listPosts]
