import { fieldsOf, pick } from '../fields.ts'
import { failureOf, isDone, resultOf } from '../results.ts'
import { tool } from '../tool.ts'
import { accountId, object, platform } from './parameters.ts'

const shown = ['problems', 'preview', 'media', 'unchecked', 'charges']

export const checkPost = tool({
  name: 'check_post',
  title: 'Check and preview a post',
  description:
    'Validates a new post without publishing it, shows a preview, and returns the requestId (valid for 15 minutes) that publish_post and schedule_post need. Show the preview to the user.',
  input: object(
    {
      platform,
      accountId,
      post: { type: 'object', description: 'The fields that describe_post_fields lists. Media by url.' },
    },
    ['platform', 'accountId', 'post'],
  ),
  effect: 'read',
  toolsets: ['publishing'],
  operations: ['posts.validate'],
  async run({ post, ...about }, { backend }) {
    const content = { ...fieldsOf(post), ...about }
    const response = await backend.call({ operation: 'posts.validate', body: content })
    if (!isDone(response)) return failureOf(response)
    const checked = { ...about, valid: response.body['valid'], ...pick(response.body, shown) }
    if (response.body['valid'] !== true) return resultOf({ ...checked, requestId: null })
    const requestId = backend.newRequestId()
    const kept = await backend.writes.keepChecked({ requestId, tool: 'publish_post', content })
    return resultOf({ ...checked, requestId, confirm: kept.code, expiresAt: kept.expiresAt.toISOString() })
  },
})
