import type { Outbound } from '@carillon/outbound'
import { expect } from 'chai'
import nock from 'nock'
import { normalizeHandle } from '../../src/bluesky/oauth/handle.ts'
import { connectTimeoutMs, handleResolver } from '../../src/bluesky/oauth/handle-resolver.ts'
import { failureOf } from '../fake-call.ts'
import { appCall, did } from './account.ts'
import { simulateHosts } from './simulated.ts'

const other = 'did:plc:bbbbbbbbbbbbbbbbbbbbbbbb'
const method = '/xrpc/com.atproto.identity.resolveHandle'

/** Responses written from https://atproto.com/specs/handle#handle-resolution (read 2026-11-20). */
describe('bluesky handle resolution', () => {
  const { outbound } = simulateHosts()
  const absent = async (): Promise<string[][]> => {
    throw Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' })
  }
  const resolve = (handle: string, records: () => Promise<string[][]> = absent) =>
    handleResolver(appCall(outbound()), records).resolve(handle)
  const wellKnown = (status: number, body: string) =>
    nock('https://ada.example.com').get('/.well-known/atproto-did').reply(status, body)
  const handles = (status: number, body: object) =>
    nock('https://handles.example.com').get(method).query({ handle: 'ada.example.com' }).reply(status, body)

  it('follows DNS before the web server', async () => {
    wellKnown(200, other)
    expect(await resolve('ada.example.com', async () => [['v=spf1'], ['did=', did]])).to.equal(did)
  })

  it('follows the web server where DNS says nothing or contradicts itself', async () => {
    wellKnown(200, ` ${did}\n`)
    expect(await resolve('ada.example.com')).to.equal(did)
    wellKnown(200, did)
    expect(await resolve('ada.example.com', async () => [[`did=${did}`], [`did=${other}`]])).to.equal(did)
  })

  it('asks the configured host where neither knows', async () => {
    wellKnown(404, did)
    handles(200, { did })
    expect(await resolve('ada.example.com')).to.equal(did)
  })

  it('does not follow a web server elsewhere', async () => {
    nock('https://ada.example.com')
      .get('/.well-known/atproto-did')
      .reply(301, '', { location: 'https://b.example.com/' })
    handles(400, { error: 'HandleNotFound' })
    expect(await resolve('ada.example.com')).to.equal(null)
  })

  it('asks nobody but the configured host for a name of a test network', async () => {
    nock('https://handles.example.com').get(method).query({ handle: 'ada.test' }).reply(200, { did })
    expect(await resolve('ada.test', () => Promise.reject(new Error('asked')))).to.equal(did)
  })

  it('gives the configured host 45 s, as a server that has just been started takes long to respond', async () => {
    nock('https://handles.example.com').get(method).query({ handle: 'ada.test' }).reply(200, { did })
    const given: unknown[] = []
    const watched = {
      ...outbound(),
      guarded(input: Parameters<Outbound['guarded']>[0]) {
        given.push(input.timeoutMs)
        return outbound().guarded(input)
      },
    }
    await handleResolver(appCall(watched), absent).resolve('ada.test')
    expect(given).to.deep.equal([45_000])
  })

  it('gives hosts that users choose 20 s', () => {
    const at = (url: string) => connectTimeoutMs(appCall(outbound()), url)
    expect(at('https://pds.example.com/.well-known/oauth-protected-resource')).to.equal(20_000)
    expect(at('https://entryway.example.com/.well-known/oauth-protected-resource')).to.equal(45_000)
  })

  it('knows "nobody" from "not now"', async () => {
    wellKnown(404, '')
    handles(400, { error: 'InvalidRequest', message: 'Unable to resolve handle' })
    expect(await resolve('ada.example.com')).to.equal(null)
    wellKnown(404, '')
    handles(503, {})
    expect(await failureOf(Promise.resolve(resolve('ada.example.com')))).to.include({ code: 'provider_error' })
  })

  it('takes handles as people type them', () => {
    expect(normalizeHandle(' @Ada.Example.COM ')).to.equal('ada.example.com')
    expect(normalizeHandle(did)).to.equal(did)
    for (const typed of [
      'ada',
      'ada..com',
      'a_b.com',
      'ada.local',
      'ada.internal',
      '-a.com',
      `${'a.'.repeat(130)}com`,
    ]) {
      expect(() => normalizeHandle(typed), typed).to.throw('does not resolve')
    }
  })
})
