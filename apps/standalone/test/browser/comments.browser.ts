import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { inspect, signIn, useDashboard } from './dashboard.ts'

const hostile = `<script>alert(1)</script> \u202edesrever\u202c ${'W'.repeat(400)}`

describe('dashboard: comments', () => {
  let accountId = ''
  let postId = ''

  const dashboard = useDashboard(
    async (whole) => {
      await whole.startWorker()
      accountId = await whole.connect('youtube')
      await whole.connect('instagram')
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
    await page.keyboard.press('Control+Enter')
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

  dashboard.inOneView(
    'the text of a reply outlives the session, and not a cancelled form',
    '/comments',
    async (page) => {
      await page.goto(`${dashboard.whole.gatewayUrl}/dashboard${path()}`)
      const comment = item(page, 'Lovely bread')
      await comment.getByRole('button', { name: 'Reply' }).click()
      const field = page.getByLabel('Write a reply')
      await field.fill('Thank you')
      await page.getByLabel('Write a comment on the post').fill('By the way')
      await page.context().clearCookies()
      await field.press('Control+Enter')
      await page.getByText('Your session has ended').waitFor()
      await signIn(page, dashboard.whole.apiKey)
      await field.waitFor()
      expect(await field.inputValue()).to.equal('Thank you')
      expect(await page.getByLabel('Write a comment on the post').inputValue()).to.equal('By the way')
      await field.press('Escape')
      await field.waitFor({ state: 'detached' })
      await comment.getByRole('button', { name: 'Reply' }).click()
      expect(await field.inputValue()).to.equal('')
    },
    { complaints: /status of 401/ },
  )

  dashboard.eachView('a comment is answered in three clicks from the overview', '/', async (page, view) => {
    const name = `Overview ${view.width} ${view.scheme}`
    await ask(name)
    await page.goto(`${dashboard.whole.gatewayUrl}/dashboard/`)
    const row = page.getByRole('listitem').filter({ hasText: name })
    await row.waitFor()
    await inspect(page, 'overview unanswered', view)
    await row.getByRole('link', { name: 'Reply' }).click()
    const field = page.getByLabel('Write a reply')
    await field.waitFor()
    await page.locator('textarea:focus').waitFor()
    await field.fill(`Answer to ${name}`)
    await inspect(page, 'comments feed', view)
    await page.locator('form').filter({ has: field }).getByRole('button', { name: 'Reply' }).click()
    await item(page, name).waitFor({ state: 'detached' })
    const { body } = await dashboard.whole.sandboxCall('GET', '/state/youtube')
    expect(body.comments.some(({ text }: { text: string }) => text === `Answer to ${name}`)).to.equal(true)
  })

  dashboard.eachView('several comments are hidden together', '/comments', async (page, view) => {
    const names = [1, 2].map((number) => `Spam ${number} ${view.width} ${view.scheme}`)
    for (const name of names) await ask(name)
    await page.reload()
    for (const name of names) {
      const entry = page.getByRole('listitem').filter({ hasText: name })
      await entry.getByRole('checkbox').check()
      await entry.getByRole('link', { name: 'How we bake our bread' }).waitFor()
    }
    await page.getByText('2 chosen').waitFor()
    await inspect(page, 'comments bulk', view)
    await page.getByRole('button', { name: 'Hide 2' }).click()
    for (const name of names) await item(page, name).waitFor({ state: 'detached' })
    await page.getByLabel(/^Show hidden ones/).check()
    for (const name of names) await item(page, name).getByText('Hidden', { exact: true }).waitFor()
  })

  dashboard.inOneView('comments on older posts wait for an answer, too', '/comments', async (page) => {
    const feed = page.getByRole('list', { name: 'Comments without an answer' })
    await feed.getByRole('link', { name: 'First snow' }).first().waitFor()
  })

  dashboard.eachView('the feed shows the comments of one account', '/comments', async (page, view) => {
    const feed = page.getByRole('list', { name: 'Comments without an answer' })
    await feed.getByText('on Instagram').first().waitFor()
    await page.getByRole('combobox', { name: 'Account' }).click()
    await page.getByRole('option', { name: /\(YouTube\)/ }).click()
    await feed.getByText('on Instagram').first().waitFor({ state: 'detached' })
    await feed.getByText('on YouTube').first().waitFor()
    await inspect(page, 'comments of one account', view)
  })

  dashboard.inOneView(
    'a page that cannot be read is not requested over and over, though all comments before it are hidden',
    '/profiles',
    async (page) => {
      await page.clock.install()
      const cursors: (string | null)[] = []
      const cursorOf = (url: string) => new URL(url).searchParams.get('cursor')
      await page.route('**/api/v1/comments/recent?*', async (route) => {
        const cursor = cursorOf(route.request().url())
        cursors.push(cursor)
        if (cursor !== null) {
          return route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'No page.' } } })
        }
        const response = await route.fetch()
        const { comments } = await response.json()
        const hidden = comments.map((comment: object) => ({ ...comment, isHidden: true }))
        return route.fulfill({ response, json: { comments: hidden, nextCursor: 'next' } })
      })
      await page.goto(`${dashboard.whole.gatewayUrl}/dashboard/comments`)
      await page.getByRole('alert').getByText('No page.').waitFor()
      const polled = page.waitForRequest(
        (request) => request.url().includes('/recent?') && cursorOf(request.url()) === null,
      )
      await page.clock.fastForward('00:16')
      await polled
      expect(cursors.filter((cursor) => cursor !== null).length, 'requests for the page').to.be.at.most(2)
    },
    { complaints: /status of 500/, keepsTab: true },
  )

  dashboard.inOneView('hostile comments are only text', '/comments', async (page) => {
    await page.goto(`${dashboard.whole.gatewayUrl}/dashboard${path()}`)
    await page.getByText('<script>alert(1)</script>').waitFor()
    expect(await page.locator('article script').count()).to.equal(0)
  })
})
