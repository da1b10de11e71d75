import { expect } from 'chai'
import { startSandbox } from '../../src/sandbox.ts'
import { allTests } from '../fixture.ts'
import { testNetwork } from './test-network.ts'

describe('faults', () => {
  const sandbox = allTests(() => startSandbox({ networks: [testNetwork], seed: 7 }))
  let notes: string

  before(async () => {
    notes = `${sandbox.baseUrls['notes']}/notes`
  })
  afterEach(() => fetch(`${sandbox.url}/faults`, { method: 'DELETE' }))

  const post = (url: string, body: unknown) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const plan = (rule: Record<string, unknown>) => post(`${sandbox.url}/faults`, { network: 'notes', ...rule })
  const count = async () =>
    ((await (await fetch(`${sandbox.url}/state/notes`)).json()) as { posts: unknown[] }).posts.length
  const write = (text = 'hello') => post(notes, { text })
  const lastEntry = async () => {
    const entries = (await (await fetch(`${sandbox.url}/journal?network=notes`)).json()) as Record<string, unknown>[]
    return entries.at(-1)
  }
  const failure = (call: Promise<unknown>) =>
    call.then(
      () => 'responded',
      () => 'broken',
    )

  it('drop-before breaks the connection and the network knows nothing of the call', async () => {
    const before = await count()
    await plan({ fault: 'drop-before', operation: 'notes.create', times: 1 })
    expect(await failure(write())).to.equal('broken')
    expect(await count()).to.equal(before)
    expect(await lastEntry()).to.include({
      operation: 'notes.create',
      path: '/notes',
      status: null,
      fault: 'drop-before',
    })
    expect((await write()).status).to.equal(201)
  })

  it('hang closes the connection after its delay, and the network knows nothing of the call', async () => {
    const before = await count()
    await plan({ fault: 'hang', times: 1, delayMs: 5 })
    expect(await failure(write())).to.equal('broken')
    expect(await count()).to.equal(before)
    expect(await lastEntry()).to.include({ status: null, fault: 'hang' })
  })

  it('accept-then-drop breaks the connection after the network has done its work', async () => {
    const before = await count()
    await plan({ fault: 'accept-then-drop', times: 1 })
    expect(await failure(write())).to.equal('broken')
    expect(await count()).to.equal(before + 1)
    expect(await lastEntry()).to.include({ status: null, fault: 'accept-then-drop' })
  })

  it('accept-then-drop lets a rejection through and waits for a call that is accepted', async () => {
    await plan({ fault: 'accept-then-drop', times: 1 })
    const rejected = await write('')
    expect([rejected.status, await rejected.json()]).to.deep.equal([400, { error: 'empty' }])
    expect(await lastEntry()).to.include({ status: 400, fault: null })
    expect(await failure(write())).to.equal('broken')
    expect((await write()).status).to.equal(201)
  })

  it('accept-then-hang does the work and says nothing', async () => {
    const before = await count()
    await plan({ fault: 'accept-then-hang', times: 1 })
    const hurry = new AbortController()
    const call = fetch(notes, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"x"}',
      signal: hurry.signal,
    })
    while ((await count()) === before) await new Promise(setImmediate)
    hurry.abort()
    expect(await failure(call)).to.equal('broken')
  })

  it('accept-then-hang with a delay closes the connection after it', async () => {
    const before = await count()
    await plan({ fault: 'accept-then-hang', times: 1, delayMs: 5 })
    expect(await failure(write())).to.equal('broken')
    expect(await count()).to.equal(before + 1)
  })

  it('accept-then-500 does the work and returns an error in the shape of the network', async () => {
    const before = await count()
    await plan({ fault: 'accept-then-500', times: 1 })
    const result = await write()
    expect([result.status, await result.json()]).to.deep.equal([500, { fault: 'accept-then-500' }])
    expect(await count()).to.equal(before + 1)
    expect(await lastEntry()).to.include({ status: 500, fault: 'accept-then-500' })
  })

  it('accept-then-slow does the work first and responds after the delay', async () => {
    const before = await count()
    await plan({ fault: 'accept-then-slow', delayMs: 3, times: 1 })
    const result = await write()
    expect([result.status, await result.json()]).to.deep.equal([
      201,
      { id: String(before + 1), text: 'written down as asked' },
    ])
    expect(await lastEntry()).to.include({ status: 201, fault: 'accept-then-slow' })
    await plan({ fault: 'accept-then-slow', delayMs: 600_000, times: 1 })
    const hurry = new AbortController()
    const call = fetch(notes, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"x"}',
      signal: hurry.signal,
    })
    while ((await count()) === before + 1) await new Promise(setImmediate)
    hurry.abort()
    expect(await failure(call)).to.equal('broken')
  })

  it('revoke-token for somebody whom the network does not know is rejected', async () => {
    const result = await plan({ fault: 'revoke-token', as: 'nobody' })
    expect([result.status, ((await result.json()) as { message: string }).message]).to.deep.equal([
      400,
      'as: notes has no account nobody',
    ])
  })

  it('truncate ends the response in its middle', async () => {
    await plan({ fault: 'truncate', times: 1 })
    const result = await write()
    expect(result.status).to.equal(201)
    expect(await failure(result.text())).to.equal('broken')
  })

  describe('deviate', () => {
    it('changes a field of a response: removed, renamed, or with another value', async () => {
      await plan({ fault: 'deviate', field: 'id', times: 1 })
      expect(await (await write()).json()).to.not.have.property('id')
      await plan({ fault: 'deviate', field: 'id', rename: 'key', times: 1 })
      expect(await (await write()).json()).to.have.property('key')
      await plan({ fault: 'deviate', field: 'id', value: false, times: 1 })
      expect(await (await write()).json()).to.have.property('id', false)
    })

    it('waits where a response has no such field', async () => {
      await plan({ fault: 'deviate', field: 'nowhere[].id', times: 1 })
      expect(await (await write()).json()).to.have.property('id')
      expect(await (await fetch(`${sandbox.url}/faults`)).json()).to.have.length(1)
    })

    it('returns something else altogether, after the network has done its work', async () => {
      const before = await count()
      await plan({ fault: 'deviate', respond: { status: 418, body: { code: 1 } }, times: 1 })
      const result = await write()
      expect([result.status, await result.json()]).to.deep.equal([418, { code: 1 }])
      expect(await count()).to.equal(before + 1)
    })

    it('needs to know what differs', async () => {
      expect((await plan({ fault: 'deviate' })).status).to.equal(400)
      expect((await plan({ fault: 'deviate', rename: 'key' })).status).to.equal(400)
      expect((await plan({ fault: 'drop-before', field: 'id' })).status).to.equal(400)
      for (const status of [42, 199, 600])
        expect((await plan({ fault: 'deviate', respond: { status } })).status, String(status)).to.equal(400)
      await plan({ fault: 'deviate', respond: { status: 500 }, times: 1 })
      const result = await write()
      expect([result.status, await result.json()]).to.deep.equal([500, null])
    })
  })

  it('slow responds after the delay, which is one that a timer can wait', async () => {
    expect((await plan({ fault: 'slow', delayMs: 2 ** 31 })).status).to.equal(400)
    await plan({ fault: 'slow', delayMs: 3, times: 1 })
    expect((await write()).status).to.equal(201)
    expect(await lastEntry()).to.include({ status: 201, fault: 'slow' })
  })

  for (const [fault, status] of [
    ['throttle', 429],
    ['unavailable', 503],
    ['quota-exhausted', 403],
    ['upload-limit-exceeded', 400],
  ] as const) {
    it(`${fault} is worded by the network, which does nothing`, async () => {
      const before = await count()
      await plan({ fault, operation: 'notes.create', times: 2 })
      const result = await write()
      expect([result.status, await result.json()]).to.deep.equal([status, { fault }])
      expect((await write()).status).to.equal(status)
      expect((await write()).status).to.equal(201)
      expect(await count()).to.equal(before + 1)
    })
  }

  it('revoke-token happens at once, or just before the named operation', async () => {
    const revoked = async () => ((await (await fetch(notes)).json()) as { revoked: string }).revoked
    await plan({ fault: 'revoke-token', operation: 'notes.list', as: 'second', times: 1 })
    await write()
    expect(await revoked()).to.equal('second')
    await plan({ fault: 'revoke-token' })
    expect(await revoked()).to.equal('everybody')
  })

  it('hits only its operation, and never a page of people', async () => {
    await plan({ fault: 'unavailable', operation: 'notes.list' })
    expect((await write()).status).to.equal(201)
    expect((await fetch(notes)).status).to.equal(503)
    await plan({ fault: 'unavailable' })
    expect((await write()).status).to.equal(503)
    expect((await fetch(`${sandbox.baseUrls['notes']}/done`)).status).to.equal(202)
  })

  it('hits the same calls again with the same seed', async () => {
    const runs: number[][] = []
    for (let run = 0; run < 2; run += 1) {
      const other = await startSandbox({ networks: [testNetwork], seed: 42 })
      await post(`${other.url}/faults`, { network: 'notes', fault: 'unavailable', probability: 0.5 })
      const statuses: number[] = []
      for (let call = 0; call < 12; call += 1) statuses.push((await fetch(`${other.baseUrls['notes']}/notes`)).status)
      await other.close()
      runs.push(statuses)
    }
    expect(runs[0]).to.deep.equal(runs[1])
    expect(runs[0]).to.include.members([200, 503])
  })

  for (const [rule, word] of [
    [{ fault: 'rain' }, 'fault'],
    [{ fault: 'slow', times: 0 }, 'times'],
    [{ fault: 'slow', probability: 2 }, 'probability'],
    [{ fault: 'slow', wind: 1 }, 'wind'],
    [{ fault: 'slow', constructor: 1 }, 'constructor'],
    [{ fault: 'slow', code: 4 }, 'code, subcode, usage'],
    [{ fault: 'throttle', code: 4 }, 'code, subcode, usage'],
    [{ fault: 'throttle', usage: 'full' }, 'usage'],
  ] as const) {
    it(`rejects ${JSON.stringify(rule)}`, async () => {
      const result = await plan(rule)
      expect(result.status).to.equal(400)
      expect(((await result.json()) as { message: string }).message).to.match(new RegExp(`^${word}:`))
    })
  }

  it('lists what waits and forgets it on DELETE', async () => {
    await plan({ fault: 'slow', times: 3 })
    const list = async () => (await fetch(`${sandbox.url}/faults`)).json()
    expect(await list()).to.deep.equal([{ network: 'notes', fault: 'slow', times: 3 }])
    expect((await fetch(`${sandbox.url}/faults`, { method: 'DELETE' })).status).to.equal(204)
    expect(await list()).to.deep.equal([])
  })
})
