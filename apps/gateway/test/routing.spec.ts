import { operationIds, operationRow } from '@carillon/contract'
import { expect } from 'chai'
import { watchedPaths } from '../src/connection/close-server.ts'
import { publicRoutes } from '../src/public/public-routes.ts'
import { startGateway, type TestGateway } from './test-gateway.ts'

const id = '0199d1b2-ffff-7000-8000-000000000000'

describe('routing', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ env: { REQUESTS_PER_MINUTE: '1000000' } })
  })
  after(() => gateway.close())

  /** The line that is logged for a request. */
  async function lineOf(method: string, path: string): Promise<Record<string, unknown> | undefined> {
    const { headers } = await gateway.ask(method.toUpperCase(), path)
    const find = () => gateway.lines.findLast(({ requestId }) => requestId === headers.get('x-request-id'))
    while (find() === undefined) await new Promise((resolve) => setImmediate(resolve))
    return find()
  }

  for (const operation of operationIds) {
    it(`finds ${operation}`, async () => {
      const { method, path } = operationRow(operation)
      const line = await lineOf(method, `/api/v1${path.replace(/\{\w+\}/g, id)}`)
      expect(line).to.include({ operation, route: operation })
    })
  }

  for (const { path, get } of publicRoutes) {
    it(`finds the public route ${path}`, async () => {
      // A check of health that succeeds has no line; one with another method is rejected, and has.
      const method = get && !watchedPaths.has(path) ? 'get' : 'put'
      const line = await lineOf(method, path.replace('{/}', '').replace(/[:*]\w+/g, 'a'))
      expect(line).to.include({ route: path })
    })
  }

  it('prefers a name to a parameter, also where a parameter is listed first', async () => {
    expect(await lineOf('get', '/api/v1/posts/publishes')).to.include({ route: 'publishes.list' })
    expect(await lineOf('delete', '/api/v1/posts/publishe')).to.include({ route: 'posts.delete' })
    expect(await lineOf('post', `/api/v1/profiles/${id}/accounts/refresh`)).to.include({ route: 'accounts.refresh' })
    expect(await lineOf('get', '/connect/select')).to.include({ route: '/connect/:platform' })
  })

  it('finds nothing for other letters, empty segments and paths that are shorter or longer', async () => {
    for (const path of [
      '/api',
      '/api/v1',
      '/API/v1/profiles',
      '/api/v1/Profiles',
      '/api/v1/profiles/',
      '/api/v1//profiles',
      '//api/v1/profiles',
      `/api/v1/profiles//accounts`,
      '/api/v1/posts/a/b/c',
      '/Healthz',
      '/healthz/',
    ]) {
      expect(await lineOf('get', path), path).to.include({ route: 'none', code: 'route_not_found' })
    }
  })

  it('takes no names of objects for routes', async () => {
    for (const path of ['/__proto__', '/constructor', '/api/v1/toString', '/api/v1/posts/a/constructor']) {
      expect(await lineOf('get', path), path).to.include({ route: 'none', code: 'route_not_found' })
    }
  })
})
