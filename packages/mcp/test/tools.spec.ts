import { operationIds, operationRow } from '@carillon/contract'
import { expect } from 'chai'
import { rank } from '../src/search/bm25.ts'
import { tools } from '../src/tools/index.ts'
import { writesToNetwork } from '../src/toolsets.ts'
import { readView } from '../src/view.ts'

/** Tasks in a user's words, and the tool that a client has to call first. */
const tasks = {
  'What may I do with this API key?': 'whoami',
  'Which social media accounts are connected?': 'list_accounts',
  'Let the customer connect and log in to a new Instagram account': 'connect_account',
  'Which fields and limits does a post on TikTok have?': 'describe_post_fields',
  'Check whether this post is valid and show me a preview of it': 'check_post',
  'Publish the post that I have just checked': 'publish_post',
  'Schedule the checked post for later, tomorrow at 18:00': 'schedule_post',
  'Which posts are planned for next week?': 'list_schedules',
  'Cancel the scheduled post of Friday': 'cancel_schedule',
  'What became of the publish of this morning, is it still processing or did it fail?': 'find_publish',
  'List the existing posts of our page with their likes': 'list_posts',
  'Read the newest comments on our video': 'read_comments',
  'Reply to the comment that asks for our opening hours': 'reply_to_comment',
  'Read the direct messages of our customers in the inbox': 'read_messages',
  'Send the customer a direct message about the order': 'send_message',
  'Send a WhatsApp template to this phone number': 'send_message',
  'How did the reach, views and followers of our channel develop?': 'read_report',
  'Read the analytics of our videos': 'read_report',
  'What does the error code window_closed mean, and should I retry?': 'explain_error',
  'Create a webhook endpoint: search the operation for it': 'find_operation',
  'Find the operation that lists ads campaigns': 'find_operation',
  'Call the operation webhookEndpoints.create': 'call_operation',
  'Write a public answer to what somebody has commented on our post': 'reply_to_comment',
} as const

describe('the view of a client', () => {
  it('is read-only for 1 and true, not for 0 and false, and rejected for other words', () => {
    const isReadOnly = (word: string) => readView(new URLSearchParams({ readonly: word })).isReadOnly
    expect(['1', 'true', '0', 'false'].map(isReadOnly)).to.deep.equal([true, true, false, false])
    for (const word of ['yes', '', 'constructor']) expect(() => isReadOnly(word), word).to.throw('must be 1 or 0')
  })
})

describe('the tools', () => {
  it('are found by their names and descriptions: at least 21 of 23 tasks', () => {
    const entries = tools.map(({ name, title, description }) => ({ name, text: `${title} ${description}` }))
    const wrong = Object.entries(tasks).flatMap(([task, wanted]) => {
      const [first] = rank(entries, task)
      return first?.name === wanted ? [] : [`${task} → ${first?.name}`]
    })
    expect(Object.keys(tasks)).to.have.length(23)
    expect(wrong.length, wrong.join('\n')).to.be.at.most(2)
  })

  it('have names and operations of their own, and closed arguments', () => {
    expect(new Set(tools.map(({ name }) => name)).size).to.equal(tools.length)
    for (const { name, input } of tools) {
      expect(name).to.match(/^[a-z_]{1,64}$/)
      expect(input).to.deep.include({ type: 'object', additionalProperties: false })
    }
  })

  it('take arguments as long as the operation does', () => {
    const maxLength = (schema: unknown, name: string): number => Object(schema).properties[name].maxLength
    const send = tools.find(({ name }) => name === 'send_message')
    for (const [platform, body] of Object.entries(operationRow('messages.send').variants ?? {}))
      expect(maxLength(send?.input, 'recipient'), platform).to.be.at.least(maxLength(body, 'recipient'))
  })

  it('of operations that write to a network are those that publish', () => {
    const writing = operationIds.filter(writesToNetwork)
    expect(writing).to.include.members(['posts.publish', 'comments.create', 'messages.send', 'ads.campaigns.create'])
    const withDeadline = operationIds.filter((id) =>
      JSON.stringify(operationRow(id).headers ?? {}).includes('x-publish-before'),
    )
    expect(writing).to.include.members(withDeadline)
    const called = tools.filter(({ effect }) => effect !== 'public').flatMap(({ operations }) => operations)
    expect(called.filter(writesToNetwork)).to.deep.equal([])
  })
})
