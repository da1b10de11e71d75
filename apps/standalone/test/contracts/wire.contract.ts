import { expect } from 'chai'
import type { Exchange } from './exchange.ts'
import { known, knownFor } from './known.ts'
import { type Mutation, missed, mutations } from './mutations.ts'
import { contractsIn } from './networks.ts'
import { tour } from './tour/tour.ts'

const folder = process.env['CONTRACTS_DIR']

function contracts(dir: string): void {
  const byNetwork = contractsIn(dir)
  let exchanges: Exchange[] = []

  before(async function () {
    this.timeout(900_000)
    // A call that had not ended when the journal was read has no bodies yet.
    exchanges = (await tour()).filter(({ operation, request }) => operation !== null && request !== null)
  })

  /** What is wrong with a call and not known. */
  function violations(exchange: Exchange): string[] {
    const lines = byNetwork[exchange.network]?.(exchange) ?? ['no contract knows this call']
    return lines.filter((line) => knownFor(exchange, line) === undefined)
  }

  for (const network of Object.keys(byNetwork)) {
    it(`${network}: every request and every response fits the contract`, () => {
      const own = exchanges.filter((exchange) => exchange.network === network)
      const wrong = own.flatMap((exchange) => {
        const { method, path, operation, status } = exchange
        return violations(exchange).map((line) => `${operation} ${method} ${path} ${status}: ${line}`)
      })
      expect(new Set(own.map(({ operation }) => operation)).size, 'operations').to.be.at.least(8)
      expect([...new Set(wrong)]).to.deep.equal([])
      console.log(`      ${own.length} exchanges, ${new Set(own.map(({ operation }) => operation)).size} operations`)
    })
  }

  it('needs every row of what is known', () => {
    const all = exchanges.flatMap((exchange) =>
      (byNetwork[exchange.network]?.(exchange) ?? []).map((line) => knownFor(exchange, line)),
    )
    expect(known.filter((row) => !all.includes(row)).map(({ operation, line }) => `${operation} ${line}`)).to.be.empty
  })

  /** Violations that a mutation adds to the first call that it changes. */
  function caught({ network, operation, change }: Mutation): string[] {
    for (const exchange of exchanges) {
      if (exchange.network !== network || exchange.operation !== operation || exchange.fault !== null) continue
      const mutant = structuredClone(exchange)
      if (!change(mutant)) continue
      return violations(mutant)
    }
    throw missed({ network, operation })
  }

  for (const mutation of mutations) {
    it(`catches ${mutation.network} ${mutation.operation}: ${mutation.title}`, () => {
      expect(caught(mutation)).not.to.deep.equal([])
    })
  }
}

if (folder !== undefined) describe('contracts of the networks', () => contracts(folder))
