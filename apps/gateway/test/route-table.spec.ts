import { expect } from 'chai'
import { routeTable } from '../src/route-table.ts'

const paths = [
  '/v1/posts',
  '/v1/posts/publishes',
  '/v1/posts/{postId}',
  '/v1/posts/{postId}/media',
  '/v1/posts/new/{kind}',
]
const find = routeTable(paths.map((path) => ({ path, methods: new Map([['GET', path]]) })))
const pathOf = (path: string) => find(path)?.path

describe('a table of routes', () => {
  it('finds a path, and takes what its parameters were sent', () => {
    expect(pathOf('/v1/posts')).to.equal('/v1/posts')
    expect(find('/v1/posts/a%20b/media')).to.deep.include({
      path: '/v1/posts/{postId}/media',
      params: [['postId', 'a%20b']],
    })
  })

  it('prefers a name to a parameter, and turns back where the name leads nowhere', () => {
    expect(pathOf('/v1/posts/publishes')).to.equal('/v1/posts/publishes')
    expect(pathOf('/v1/posts/new/story')).to.equal('/v1/posts/new/{kind}')
    expect(find('/v1/posts/new/media')?.params).to.deep.equal([['kind', 'media']])
    expect(find('/v1/posts/publishes/media')?.params).to.deep.equal([['postId', 'publishes']])
    expect(pathOf('/v1/posts/new')).to.equal('/v1/posts/{postId}')
  })

  it('finds nothing for other letters, empty segments and paths that are shorter or longer', () => {
    for (const path of [
      '',
      '/',
      '/v1',
      '/V1/posts',
      '/v1/posts/',
      '/v1//posts',
      '/v1/posts/a/b',
      '/v1/posts/a/media/b',
    ]) {
      expect(find(path), path).to.equal(null)
    }
    expect(find('/v1/posts//media')).to.equal(null)
  })

  it('takes no names of objects for routes', () => {
    for (const path of ['/__proto__', '/constructor', '/v1/posts/a/toString']) expect(find(path), path).to.equal(null)
  })

  it('is rejected with the same path twice', () => {
    const twice = ['/a/{b}', '/a/{c}'].map((path) => ({ path, methods: new Map() }))
    expect(() => routeTable(twice)).to.throw('/a/{c} and /a/{b} are the same path')
  })
})
