import { expect } from 'chai'
import { allTests } from '../fixture.ts'
import { reason, scope, startRig } from './rig.ts'
import { begin, metadata, put, session, uploader } from './upload-steps.ts'
import { video } from './video.ts'

type Part = Record<string, unknown>
const snippet = (over: Part) => ({ ...metadata, snippet: { ...metadata.snippet, ...over } })
const status = (over: Part) => ({ ...metadata, status: { ...metadata.status, ...over } })

describe('youtube: starting an upload', () => {
  const rig = allTests(() => startRig({ allowance: { units: 10_000, uploads: 1000 } }))
  let token: string

  before(async () => {
    token = await uploader(rig)
  })

  it("returns the session's URL and nothing else", async () => {
    const { status, headers, text } = await begin(rig, { token, headers: { 'x-upload-content-length': '2048' } })
    expect([status, text]).to.deep.equal([200, ''])
    expect(headers.get('location')).to.match(new RegExp(`^${rig.url}/upload/youtube/v3/videos\\?.*upload_id=\\w+`))
  })

  it('is possible at the other path, with the scope for uploads alone', async () => {
    const upload = await rig.token({ query: { scope: scope('youtube.upload') } })
    const path = '/resumable/upload/youtube/v3/videos?uploadType=resumable&part=snippet'
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ snippet: { title: 'Hi' } })
    expect((await rig.api(path, upload, { method: 'POST', headers, body })).status).to.equal(200)
  })

  const accepted: [string, unknown][] = [
    ['a title of 100 characters', snippet({ title: 'ä'.repeat(100) })],
    ['a description of 5000 bytes', snippet({ description: 'ä'.repeat(2500) })],
    ['500 characters of tags', snippet({ tags: ['a'.repeat(248), 'b'.repeat(248), 'cd'] })],
    ['tags with quotes around spaces', snippet({ tags: [`${'a'.repeat(497)} `] })],
    ['an hour to come with private', status({ privacyStatus: 'private', publishAt: '2026-12-01T10:00:00Z' })],
    ['what only YouTube writes', status({ madeForKids: true, uploadStatus: 'processed' })],
    ['a language', snippet({ defaultLanguage: 'pt-BR' })],
  ]
  for (const [what, body] of accepted) {
    it(`accepts ${what}`, async () => {
      const response = await begin(rig, { token, body })
      expect(response.text).to.equal('')
      expect(response.status).to.equal(200)
    })
  }

  const rejected: [string, unknown, string][] = [
    ['no title', snippet({ title: undefined }), 'invalidTitle'],
    ['an empty title', snippet({ title: '  ' }), 'invalidTitle'],
    ['a title of 101 characters', snippet({ title: 'a'.repeat(101) }), 'invalidTitle'],
    ['a title with <', snippet({ title: 'a < b' }), 'invalidTitle'],
    ['a description of 5001 bytes', snippet({ description: `${'ä'.repeat(2500)}a` }), 'invalidDescription'],
    ['a description with >', snippet({ description: '->' }), 'invalidDescription'],
    ['501 characters of tags', snippet({ tags: ['a'.repeat(248), 'b'.repeat(248), 'cde'] }), 'invalidTags'],
    ['tags too long for their quotes', snippet({ tags: [`${'a'.repeat(498)} `] }), 'invalidTags'],
    ['a tag with <', snippet({ tags: ['<b>'] }), 'invalidTags'],
    ['an unknown category', snippet({ categoryId: '9999' }), 'invalidCategoryId'],
    ['a category for videos only', snippet({ categoryId: '30' }), 'invalidCategoryId'],
    ['an hour with public', status({ publishAt: '2026-12-01T10:00:00Z' }), 'invalidPublishAt'],
    [
      'an hour with unlisted',
      status({ privacyStatus: 'unlisted', publishAt: '2026-12-01T10:00:00Z' }),
      'invalidPublishAt',
    ],
    ['an invalid hour', status({ privacyStatus: 'private', publishAt: 'tomorrow' }), 'invalidPublishAt'],
    [
      'an hour without time zone',
      status({ privacyStatus: 'private', publishAt: '2026-12-01T10:00:00' }),
      'invalidPublishAt',
    ],
    ['an invalid language', snippet({ defaultLanguage: 'english language' }), 'invalidVideoMetadata'],
    ['another privacy', status({ privacyStatus: 'friends' }), 'badRequest'],
    ['a flag in words', status({ selfDeclaredMadeForKids: 'false' }), 'badRequest'],
    ['synthetic media as a number', status({ containsSyntheticMedia: 1 }), 'badRequest'],
    ['a title that is a number', snippet({ title: 5 }), 'badRequest'],
    ['tags that are text', snippet({ tags: 'a,b' }), 'badRequest'],
    ['another license', status({ license: 'mit' }), 'badRequest'],
    ['an invalid name', status({ made_for_kids: false }), 'badRequest'],
    ['an invalid part', { ...metadata, settings: {} }, 'badRequest'],
    ['a part not called for', { ...metadata, localizations: { fr: { title: 'x' } } }, 'unexpectedPart'],
    ['broken JSON', '{"snippet":', 'badRequest'],
    ['a list', '[]', 'badRequest'],
    ['no metadata at all', '', 'invalidTitle'],
  ]
  for (const [what, body, why] of rejected) {
    it(`rejects ${what}`, async () => {
      const response = await begin(rig, { token, body })
      expect([response.status, reason(response)]).to.deep.equal([400, why])
      expect(response.headers.get('location')).to.equal(null)
    })
  }

  it('rejects localizations without a language of their own', async () => {
    const path = '/upload/youtube/v3/videos?uploadType=resumable&part=snippet,localizations'
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ snippet: { title: 'Hi' }, localizations: { fr: { title: 'Salut' } } })
    expect(reason(await rig.api(path, token, { method: 'POST', headers, body }))).to.equal('defaultLanguageNotSet')
  })

  it('rejects metadata that is not JSON, invalid videos, and invalid lengths', async () => {
    const rejections: [Record<string, string>, string][] = [
      [{ 'content-type': 'text/plain' }, 'badContent'],
      [{ 'x-upload-content-type': 'image/png' }, 'badContent'],
      [{ 'x-upload-content-length': '-5' }, 'mediaBodyRequired'],
      [{ 'x-upload-content-length': String(256 * 1024 ** 3 + 1) }, 'mediaBodyRequired'],
    ]
    for (const [headers, why] of rejections) expect(reason(await begin(rig, { token, headers }))).to.equal(why)
  })

  it('rejects another upload type, a missing part and an unknown parameter', async () => {
    const start = (query: string) =>
      rig.api(`/upload/youtube/v3/videos${query}`, token, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(metadata),
      })
    expect(reason(await start('?part=snippet,status'))).to.equal('mediaBodyRequired')
    expect(reason(await start('?uploadType=resumable'))).to.equal('missingRequiredParameter')
    expect(reason(await begin(rig, { token, query: '&notify=false' }))).to.equal('badRequest')
    expect(reason(await begin(rig, { token, query: '&notifySubscribers=maybe' }))).to.equal('badRequest')
    expect(reason(await begin(rig, { token, query: '&onBehalfOfContentOwner=me' }))).to.equal('forbidden')
  })

  it('rejects a person without a channel, and a token for reading', async () => {
    const viewer = await begin(rig, { token: await uploader(rig, 'viewer.only') })
    expect([viewer.status, reason(viewer)]).to.deep.equal([401, 'youtubeSignupRequired'])
    const reader = await rig.token({ query: { scope: scope('youtube.readonly') } })
    expect(reason(await begin(rig, { token: reader }))).to.equal('insufficientPermissions')
    expect(reason(await begin(rig, { token: 'ya29.nothing' }))).to.equal('authError')
  })

  it('is rejected for a while when the channel has uploaded as much as it may, and not for other channels', async () => {
    const own = await uploader(rig)
    const limit = rig.network.person['upload-limit']
    await limit?.({ as: 'nora.videos', videos: 1 })
    await put(rig, await session(rig, { token: own }), video())
    const response = await begin(rig, { token: own })
    expect([response.status, response.json.error.errors[0].reason]).to.deep.equal([400, 'uploadLimitExceeded'])
    expect((await begin(rig, { token: await uploader(rig, 'bakery.lux') })).status).to.equal(200)
    rig.advance(24 * 3_600_000 + 1)
    expect((await begin(rig, { token: await uploader(rig) })).status).to.equal(200)
    expect(() => limit?.({ videos: -1 })).to.throw(RangeError)
  })
})
