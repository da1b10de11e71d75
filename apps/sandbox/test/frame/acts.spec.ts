import { expect } from 'chai'
import { NETWORKS } from '../../src/networks.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { allTests } from '../fixture.ts'

describe("the bodies of users' actions", () => {
  const sandbox = allTests(() => startSandbox({ networks: NETWORKS }))

  /** Sends an action with a field that no action has. Returns the status and the message. */
  async function actOn(network: string, act: string): Promise<[status: number, message: string]> {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ network, colour: 'red' })
    const response = await fetch(`${sandbox.url}/person/${act}`, { method: 'POST', headers, body })
    const { message } = (await response.json()) as { message?: string }
    return [response.status, message ?? '']
  }

  for (const { name } of NETWORKS) {
    it(`have no unknown fields on ${name}`, async () => {
      const [, known] = await actOn(name, 'unknown')
      const acts = known.replace(/^.*knows: consent, /, '').split(', ')
      expect(acts).not.to.be.empty
      for (const act of acts) {
        const [status, message] = await actOn(name, act)
        expect([act, status]).to.deep.equal([act, 400])
        // Reports of delivered messages need a recipient first.
        expect(`${act}: ${message}`).to.match(/: colour:|^delivery: to:/)
      }
    })
  }
})
