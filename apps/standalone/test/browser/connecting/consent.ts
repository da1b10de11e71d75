import type { Page } from 'playwright-core'

/** Signs in and agrees on the pages of Bluesky's own server, as a person does; the password is the sandbox's. */
export async function agreeAtBluesky(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Password' }).fill('sandbox-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Authorize' }).click()
}
