import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { inspect, useDashboard } from './dashboard.ts'

const hostile = `<script>alert(1)</script> \u202edesrever\u202c ${'W'.repeat(400)}`

describe('dashboard: comments', () => {
  let accountId = ''
  let postId = ''

  const dashboard = useDashboard(
    async (whole) => {
      await whole.startWorker()
      accountId = await whole.connect('youtube')
      const { body: account } = await whole.call('GET', `/profiles/${whole.profileId}/accounts/${accountId}`)
      const { body: state } = await whole.sandboxCall('GET', '/state/youtube')
      const owner = state.accounts.find((one: object) => Object.values(one).includes(account.providerId))
      const person = async (act: string, body: object) => (await whole.sandboxCall('POST', `/person/${act}`, body)).body
      const as = owner?.handle ?? account.displayIdentifier
      postId = (await person('post', { network: 'youtube', as, text: 'How we bake our bread' })).id
      await person('comment', { network: 'youtube', on: postId, text: 'Lovely bread' })
      await person('comment', { network: 'youtube', on: postId, text: hostile })
    },
    { env: { COMMENTS_STALE_AFTER_SECONDS: '0' } },
  )

  const path = () => `/comments?account=${accountId}&post=${postId}`
  const item = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text }).first()

  /** Somebody writes a comment, which is in the copy when this ends: every reading asks for a refresh. */
  async function ask(text: string): Promise<void> {
    const { call, sandboxCall } = dashboard.whole
    await sandboxCall('POST', '/person/comment', { network: 'youtube', on: postId, text })
    for (;;) {
      const { body } = await call('GET', `/comments?platform=youtube&accountId=${accountId}&postId=${postId}`)
      if (body.comments.some((comment: { body: string }) => comment.body === text)) return
    }
  }

  dashboard.eachView('comments are read, replied to, hidden, shown and deleted', '/comments', async (page, view) => {
    const name = `${view.width} ${view.scheme}`
    await ask(`Question ${name}`)
    await page.goto(`${dashboard.whole.gatewayUrl}/dashboard${path()}`)
    await item(page, 'Lovely bread').waitFor()
    await item(page, `Question ${name}`).waitFor()
    await inspect(page, 'comments', view)

    await item(page, `Question ${name}`).getByRole('button', { name: 'Reply' }).click()
    await page.getByLabel('Write a reply').fill(`Answer ${name}`)
    await page.getByRole('article').getByRole('button', { name: 'Reply' }).last().waitFor()
    await page
      .locator('form')
      .filter({ has: page.getByLabel('Write a reply') })
      .getByRole('button', { name: 'Reply' })
      .click()
    await item(page, `Answer ${name}`).waitFor()

    await item(page, `Question ${name}`).getByRole('button', { name: 'Hide' }).click()
    await item(page, `Question ${name}`).getByText('Hidden', { exact: true }).waitFor()
    await item(page, `Question ${name}`).getByRole('button', { name: 'Show' }).click()
    await item(page, `Question ${name}`).getByText('Hidden', { exact: true }).waitFor({ state: 'detached' })

    await item(page, `Question ${name}`).getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete this comment?' })
    await question.getByLabel('Ban the author').waitFor()
    await inspect(page, 'comments delete', view)
    await question.getByRole('button', { name: 'Delete comment' }).click()
    await item(page, `Question ${name}`).waitFor({ state: 'detached' })
  })

  dashboard.inOneView('hostile comments are only text', '/comments', async (page) => {
    await page.goto(`${dashboard.whole.gatewayUrl}/dashboard${path()}`)
    await page.getByText('<script>alert(1)</script>').waitFor()
    expect(await page.locator('article script').count()).to.equal(0)
  })
})
