import { type Sandbox, startSandbox } from '@carillon/sandbox'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { sidewaysScroll, violations } from './accessibility.ts'
import { image, startBrowser, untilTrue, type Watched, watch } from './browser.ts'

const widths = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const hostile = '<img src=x onerror=alert(1)> \u202Egnp.exe \u200B<b>'.padEnd(500, 'W')

describe('the sandbox in a browser', () => {
  let sandbox: Sandbox
  let browser: Browser

  before(async () => {
    ;[sandbox, browser] = await Promise.all([startSandbox({ seed: 1 }), startBrowser()])
    // The first page waits for a server that starts with its first use, on a busy machine longer than a page may take.
    await fetch(`${sandbox.url}/state/bluesky`)
  })
  after(async () => {
    await browser.close()
    await sandbox.close()
  })

  // biome-ignore lint/suspicious/noExplicitAny: what a network holds is looked into field by field
  const state = async (network: string): Promise<any> => (await fetch(`${sandbox.url}/state/${network}`)).json()
  const act = (path: string, body: object) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  for (const [name, viewport] of Object.entries(widths)) {
    describe(name, () => {
      let page: Page
      let watched: Watched

      before(async () => {
        const context = await browser.newContext({ viewport, colorScheme: name === 'wide' ? 'light' : 'dark' })
        watched = watch(context)
        page = await context.newPage()
      })
      after(() => page.context().close())

      const done = () => page.getByRole('status').getByText('Done').waitFor()

      it('comments on a post as a user, and replies to it', async () => {
        await page.goto(`${sandbox.url}/?network=instagram`)
        const post = page.locator('.post').first()
        await post.locator('summary', { hasText: 'Comment' }).first().click()
        await post.getByLabel('Text').first().fill(`Is it fresh? ${name}`)
        await post.getByRole('button', { name: 'Comment' }).first().click()
        const comment = page.locator('.comment').filter({ hasText: `Is it fresh? ${name}` })
        await comment.waitFor()
        await comment.locator('summary', { hasText: 'Reply' }).click()
        await comment.getByLabel('Text').first().fill(`Very. ${name}`)
        await comment.getByRole('button', { name: 'Reply' }).click()
        await page.locator('.comment .comment .written').getByText(`Very. ${name}`).waitFor()
        const texts = (await state('instagram')).comments.map(({ text }: { text: string }) => text)
        expect(texts).to.include.members([`Is it fresh? ${name}`, `Very. ${name}`])
        await image(page, `sandbox-feed-${name}`)
      })

      it('hides and deletes a comment', async () => {
        const comment = page
          .locator('.comment')
          .filter({ hasText: `Is it fresh? ${name}` })
          .first()
        await comment.getByRole('button', { name: 'Hide' }).first().click()
        await comment.getByText('Hidden').first().waitFor()
        await comment.getByRole('button', { name: 'Delete' }).first().click()
        await comment.waitFor({ state: 'detached' })
      })

      it('writes a message as the person, and sees what comes back', async () => {
        await page.goto(`${sandbox.url}/?network=facebook&view=inbox`)
        await page.locator('.chats').getByRole('link', { name: 'Robin Example' }).first().click()
        await page.getByLabel('Write as Robin Example').fill(`Do you deliver? ${name}`)
        await page.getByRole('button', { name: 'Send' }).click()
        await page.locator('.bubble.theirs').getByText(`Do you deliver? ${name}`).waitFor()
        await done()
        await image(page, `sandbox-inbox-${name}`)
        if (name === 'phone') {
          await page.getByRole('link', { name: 'All conversations' }).click()
          await page.locator('.chats').getByText(`Do you deliver? ${name}`).waitFor()
        }
      })

      it('sets a fault, which the next call meets, and clears it', async () => {
        await page.goto(`${sandbox.url}/?network=tiktok&view=faults`)
        await page.getByLabel('What fails').selectOption('unavailable')
        await page.getByLabel('How many calls').fill('3')
        await page.getByRole('button', { name: 'Set the fault' }).click()
        await page.getByText('times 3').waitFor()
        expect((await fetch(`${sandbox.url}/tiktok/open_api/v1.3/business/get/`)).status).to.equal(503)
        await page.getByText('times 2').waitFor()
        await image(page, `sandbox-faults-${name}`)
        await page.getByRole('button', { name: 'Clear all' }).click()
        await page.getByText('Every call works.').waitFor()
      })

      it('shows the tab of the page, and stays where its reader is while it refreshes', async () => {
        await page.goto(`${sandbox.url}/?network=facebook&view=acts`)
        const tab = await page.getByRole('link', { name: 'All acts' }).boundingBox()
        expect((tab?.x ?? 0) + (tab?.width ?? 0), 'end of the tab').to.be.within(1, viewport.width)
        await page.goto(`${sandbox.url}/?network=facebook`)
        await page.evaluate('scrollTo(0, 400)')
        const refreshed = () => page.waitForResponse((response) => response.url() === page.url())
        await refreshed()
        // What the first one has loaded is shown before the second is asked for.
        await refreshed()
        expect(await page.evaluate('scrollY')).to.equal(400)
      })

      it('advances the clock', async () => {
        const clock = page.locator('#clock')
        const before = await clock.locator('summary time').getAttribute('datetime')
        await clock.locator('summary').click()
        await clock.getByRole('button', { name: '+ 7 days' }).click()
        await done()
        const then = Date.parse(before ?? '') + 7 * 24 * 3_600_000
        await untilTrue(
          page,
          `Date.parse(document.querySelector('#clock summary time')?.dateTime) >= ${then}`,
          'the clock shows a week later',
        )
        await image(page, `sandbox-clock-${name}`)
      })

      it('reads an ad account, and fills in a lead form', async () => {
        await page.goto(`${sandbox.url}/?network=facebook&view=ads`)
        await page.getByRole('heading', { name: /^Campaigns of/ }).waitFor()
        await page.locator('.campaign summary').first().click()
        const leads = (await state('facebook')).ads.leads.length
        await page.locator('summary', { hasText: 'New leads' }).click()
        await page.getByLabel('How many').fill('2')
        await page.getByRole('button', { name: 'Fill in the form' }).click()
        await page.getByRole('heading', { name: `Leads ${leads + 2}` }).waitFor()
        await image(page, `sandbox-ads-${name}`)
      })

      it('says what is wrong with an act in words', async () => {
        await page.goto(`${sandbox.url}/?network=x&view=acts`)
        await page.locator('summary', { hasText: /^like$/ }).click()
        const form = page.locator('details[open] form.act')
        await form.getByRole('textbox').fill('{"postId": "none"}')
        await form.getByRole('button').click()
        await page.getByRole('status').getByText('postId: no such post').waitFor()
        watched.complaints.length = 0
      })

      it('shows hostile names and texts as text', async () => {
        const { posts } = await state('instagram')
        await act('/person/comment', { network: 'instagram', on: posts.at(-1).id, text: hostile, as: hostile })
        await act('/person/message', { network: 'facebook', to: 'Ferrer Cycling', text: hostile, as: hostile })
        for (const query of ['network=instagram', 'network=facebook&view=inbox']) {
          await page.goto(`${sandbox.url}/?${query}`)
          await page.getByText('<img src=x onerror=alert(1)>').first().waitFor()
          expect(await sidewaysScroll(page), query).to.equal(0)
        }
        await image(page, `sandbox-hostile-${name}`)
      })

      it('asks nobody else for anything, and breaks no rule of its policy', () => {
        const elsewhere = [...watched.origins].filter((origin) => new URL(origin).hostname !== 'localhost')
        expect(elsewhere).to.deep.equal([])
        expect(watched.complaints).to.deep.equal([])
      })

      for (const colorScheme of ['light', 'dark'] as const) {
        it(`has no accessibility violations and fits: ${colorScheme}`, async () => {
          await page.emulateMedia({ colorScheme })
          const networks = Object.keys(sandbox.baseUrls)
          const queries = [
            ...networks.map((network) => `network=${network}`),
            ...['inbox', 'ads', 'people', 'app', 'faults', 'calls', 'acts'].map(
              (view) => `network=facebook&view=${view}`,
            ),
          ]
          for (const query of queries) {
            await page.goto(`${sandbox.url}/?${query}`)
            await page.locator('main.ready').waitFor()
            expect(await violations(page), query).to.deep.equal([])
            expect(await sidewaysScroll(page), query).to.equal(0)
          }
        })
      }
    })
  }
})
