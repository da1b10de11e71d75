import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Capability, isPushPlatform, platforms, supports } from '@carillon/domain'
import { errorCodes } from '@carillon/errors'
import { expect } from 'chai'
import { type Adapter, registry, settings } from '../src/index.ts'

const rows = {
  connect: 'connect',
  publish: 'posts.publish',
  posts: 'posts.list',
  deletePost: 'posts.delete',
  comments: 'comments.list',
  messages: 'messages.send.text',
  templates: 'messages.send.template',
  signup: 'messages.send.template',
} as const satisfies Partial<Record<keyof Adapter<'facebook'>, Capability>>

/** The modules that a process loads with the package, by their specifiers. */
async function loadedWithThePackage(): Promise<string[]> {
  const index = JSON.stringify(join(import.meta.dirname, '../src/index.ts'))
  const script = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ resolve: (specifier, context, next) => (seen.push(specifier), next(specifier, context)) })
    await import(${index})
    console.log(JSON.stringify(seen))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return JSON.parse(stdout)
}

describe('adapters', () => {
  for (const platform of platforms) {
    describe(platform, () => {
      it('has the ports that the matrix demands, and no other', async () => {
        const adapter = await registry.adapter(platform)
        for (const [port, row] of Object.entries(rows)) {
          expect(port in adapter, port).to.equal(supports(row, platform))
        }
        expect('push' in adapter).to.equal(isPushPlatform(platform))
        expect('webhook' in adapter).to.equal(isPushPlatform(platform) || supports('messages.send.template', platform))
      })

      it('rejects stored credentials without a token as an expired connection', async () => {
        const { credentials } = await registry.adapter(platform)
        for (const stored of [{}, { accessToken: '', token: '', userToken: null, session: 'none' }]) {
          const parse = () => credentials.parse(stored)
          expect(parse).to.throw().that.includes({ code: 'connection_expired', outcome: 'not_sent' })
        }
      })

      it('reads every response by the same documentation', async () => {
        const adapter = await registry.adapter(platform)
        for (const { responses } of Object.values(adapter.errors)) expect(responses).to.equal(adapter.responses)
      })

      it('names itself in its error tables, which use codes of the catalogue', async () => {
        const adapter = await registry.adapter(platform)
        expect(adapter.settings).to.equal(settings[platform])
        for (const { network, rules } of Object.values(adapter.errors)) {
          expect(network).to.equal(platform)
          expect(errorCodes).to.include.members(rules.map(({ code }) => code))
        }
      })
    })
  }

  it('do not compile with a superfluous or a missing port', async () => {
    const [tiktok, x] = [await registry.adapter('tiktok'), await registry.adapter('x')]
    // @ts-expect-error The network cannot delete posts.
    const superfluous: Adapter<'tiktok'> = { ...tiktok, deletePost: x.deletePost }
    const { posts: _posts, ...rest } = x
    // @ts-expect-error The network lists posts.
    const missing: Adapter<'x'> = rest
    expect([superfluous, missing]).to.have.length(2)
  })

  it('load no library of a network with the package', async () => {
    const seen = await loadedWithThePackage()
    expect(seen).to.include('./registry.ts')
    expect(seen.filter((specifier) => /atproto|\/adapter\.ts$/.test(specifier))).to.deep.equal([])
  })
})
