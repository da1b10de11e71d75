import { expect } from 'chai'
import nock from 'nock'
import { whatsappTemplates } from '../../src/whatsapp/templates.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { businessAccountId } from './events.ts'
import { accountCall, graph } from './network.ts'

/** A page of templates. @see https://github.com/facebook/openapi (read 2026-11-25) */
function page(data: object[], { after, sent = {} }: { after?: string; sent?: Record<string, string> } = {}): void {
  nock(graph)
    .get(`/v25.0/${businessAccountId}/message_templates`)
    .query(({ appsecret_proof: _proof, ...rest }) => {
      expect(rest).to.deep.equal({ fields: 'name,language,status,category,components', limit: '100', ...sent })
      return true
    })
    .reply(200, { data, paging: after ? { cursors: { after }, next: 'https://x/y' } : { cursors: {} } })
}

const body = { type: 'BODY', text: 'Hi {{1}}' }
const named = (name: string) => ({
  name,
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [body],
})

describe('the templates of a number', () => {
  intercept()

  it('have name, language, status, category and components', async () => {
    const components = [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://x/y'] } },
      body,
      {
        type: 'BUTTONS',
        buttons: [{ type: 'URL', text: 'Track', url: 'https://example.com/{{1}}' }, { type: 'QUICK_REPLY' }],
      },
    ]
    page([{ ...named('track'), status: 'PAUSED', components, id: '1' }])
    expect(await whatsappTemplates.list(accountCall(), 10)).to.deep.equal([
      {
        name: 'track',
        language: 'en_US',
        status: 'paused',
        category: 'utility',
        components: [
          { type: 'header', format: 'image', text: null, buttons: [] },
          { type: 'body', format: null, text: 'Hi {{1}}', buttons: [] },
          {
            type: 'buttons',
            format: null,
            text: null,
            buttons: [
              { type: 'url', text: 'Track', url: 'https://example.com/{{1}}' },
              { type: 'quick_reply', text: '', url: null },
            ],
          },
        ],
      },
    ])
  })

  it('are read page by page, up to a number of them', async () => {
    page([named('a'), named('b')], { after: 'A1' })
    page([named('c'), named('d')], { after: 'A2', sent: { after: 'A1' } })
    const found = await whatsappTemplates.list(accountCall(), 3)
    expect(found.map(({ name }) => name)).to.deep.equal(['a', 'b', 'c'])
  })

  it('are read on after an empty page, and not twice where a page repeats itself', async () => {
    page([named('a')], { after: 'A1' })
    page([], { after: 'A2', sent: { after: 'A1' } })
    page([named('b')], { sent: { after: 'A2' } })
    const found = await whatsappTemplates.list(accountCall(), 3)
    expect(found.map(({ name }) => name)).to.deep.equal(['a', 'b'])
    page([named('a')], { after: 'A1' })
    page([named('b')], { after: 'A2', sent: { after: 'A1' } })
    page([named('c')], { after: 'A1', sent: { after: 'A2' } })
    expect(await failureOf(whatsappTemplates.list(accountCall(), 10))).to.include({ code: 'provider_error' })
  })

  it('reconnect_required once the access was revoked, provider_error for a page without names', async () => {
    const path = `/v25.0/${businessAccountId}/message_templates`
    const error = { message: 'Invalid token', type: 'OAuthException', code: 190 }
    nock(graph).get(path).query(true).reply(401, { error })
    expect(await failureOf(whatsappTemplates.list(accountCall(), 3))).to.include({ code: 'reconnect_required' })
    page([{ ...named('a'), name: undefined }])
    expect(await failureOf(whatsappTemplates.list(accountCall(), 3))).to.include({ code: 'provider_error' })
  })
})
