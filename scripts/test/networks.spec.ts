import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loginsOf, platformNames, platforms, scopesFor, supports, userRequestPlatforms } from '@carillon/domain'
import { settingsOf } from '@carillon/providers'
import { networkNames } from '@carillon/sandbox'
import { expect } from 'chai'

const root = join(import.meta.dirname, '../..')
const guides = readFileSync(join(root, 'docs/going-live/README.md'), 'utf8')

function specsIn(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.spec.ts'),
  )
}

for (const platform of platforms) {
  describe(`what ${platform} needs besides its code`, () => {
    it('has a page in docs/networks', () => {
      const page = join(root, `docs/networks/${platform}.md`)
      expect(existsSync(page), page).to.equal(true)
    })

    it('has a page in docs/going-live with its scopes, redirect URI and callbacks', () => {
      const page = readFileSync(join(root, `docs/going-live/${platform}.md`), 'utf8')
      const logins = Object.values(loginsOf[platform])
      const scopes = logins.flatMap((login) => scopesFor(login))
      expect(scopes.filter((scope) => !page.includes(`\`${scope}\``))).to.deep.equal([])
      if (supports('connect', platform)) {
        expect(page).to.include(`<PUBLIC_URL>/oauth/${platform}/callback${settingsOf[platform].callbackSuffix ?? ''}\``)
      }
      const callbacks = ['deauthorize', 'data-deletion'].map((name) => `<PUBLIC_URL>/oauth/${platform}/${name}\``)
      const posts = userRequestPlatforms.some((each) => each === platform)
      expect(callbacks.filter((callback) => page.includes(callback))).to.deep.equal(posts ? callbacks : [])
    })

    it('has tests of its adapter and of its sandbox', () => {
      expect(specsIn(`packages/providers/test/${platform}`)).not.to.have.length(0)
      expect(specsIn(`apps/sandbox/test/${platform}`)).not.to.have.length(0)
    })

    it('has a network in the sandbox, so that `npm start` reaches no real host', () => {
      expect(networkNames).to.include(platform)
    })

    it('has a row in the list of docs/going-live', () => {
      expect(guides).to.include(`| [${platformNames[platform]}](${platform}.md) |`)
    })
  })
}
