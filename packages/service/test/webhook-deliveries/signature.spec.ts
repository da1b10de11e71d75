import { expect } from 'chai'
import fc from 'fast-check'
import { signatureHeaders } from '../../src/webhook-deliveries/signature.ts'
import { makeSecret, secretBytes } from '../../src/webhook-endpoints/endpoint-secrets.ts'
import { type Case, hasPython, receivers, seconds } from './foreign-receivers.ts'

const ids = fc.uuid()
const bodies = fc.oneof(
  fc.json(),
  fc.record({ text: fc.string({ unit: 'binary' }) }).map((body) => JSON.stringify(body)),
)

function signed(
  secrets: readonly string[],
  { id, body, timestamp = seconds() }: { id: string; body: string; timestamp?: number },
) {
  return signatureHeaders({ id, timestamp, body: Buffer.from(body) }, secrets.map(secretBytes))
}

/** Cases that are drawn, each made by `make`. */
const drawn = (make: (id: string, body: string) => Case): Case[] =>
  fc.sample(fc.tuple(ids, bodies), 100).map(([id, body]) => make(id, body))

for (const [name, verify] of Object.entries(receivers)) {
  describe(`the signature of deliveries, as ${name} verifies it`, () => {
    if (name.startsWith('Python') && !hasPython) {
      before(function () {
        console.warn('Signatures are not verified by Python: there is no python3 here.')
        this.skip()
      })
    }

    const expectAll = (cases: readonly Case[], accepted: boolean) => {
      expect(verify(cases)).to.deep.equal(cases.map(() => accepted))
    }

    it('is valid for any event', () => {
      const cases = drawn((id, body) => {
        const secret = makeSecret()
        return { secret, body, headers: signed([secret], { id, body }) }
      })
      expectAll(cases, true)
    })

    it('is valid by either secret while one is being renewed', () => {
      const [before, after] = [makeSecret(), makeSecret()]
      const both = (secret: string) =>
        drawn((id, body) => ({ secret, body, headers: signed([after, before], { id, body }) }))
      expectAll(both(before), true)
      expectAll(both(after), true)
      expectAll(both(makeSecret()), false)
    })

    it('is invalid by another secret, for another body, id or time', () => {
      const secret = makeSecret()
      const changes: ((one: Case) => Partial<Case>)[] = [
        () => ({ secret: makeSecret() }),
        ({ body }) => ({ body: `${body} ` }),
        ({ headers }) => ({ headers: { ...headers, 'webhook-id': 'another' } }),
        ({ headers }) => ({ headers: { ...headers, 'webhook-timestamp': String(seconds() + 1 + 60) } }),
        ({ headers }) => ({ headers: { ...headers, 'webhook-signature': 'v1,' } }),
      ]
      for (const change of changes) {
        const cases = drawn((id, body) => {
          const one = { secret, body, headers: signed([secret], { id, body }) }
          return { ...one, ...change(one) }
        })
        expectAll(cases, false)
      }
    })

    it('is invalid once it is older than five minutes', () => {
      const secret = makeSecret()
      const of = (timestamp: number) =>
        drawn((id, body) => ({ secret, body, headers: signed([secret], { id, body, timestamp }) }))
      expectAll(of(seconds() - 200), true)
      expectAll(of(seconds() - 400), false)
    })
  })
}
