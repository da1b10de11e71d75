import { platforms } from '@carillon/domain'
import { expect } from 'chai'
import type { Exchange } from './exchange.ts'
import { known, knownFor } from './known.ts'
import { nameOf, runMutants, seed } from './mutants/run.ts'
import { reasonFor, reasons } from './mutants/survivors.ts'
import { type Mutation, missed, mutations } from './mutations.ts'
import { networkOperations } from './network-operations.ts'
import { contractsIn } from './networks.ts'
import { notOnTour } from './tour/not-on-tour.ts'
import { recordedExchanges } from './tour/tour.ts'

const folder = process.env['CONTRACTS_DIR']

function contracts(dir: string): void {
  const byNetwork = contractsIn(dir)
  const isChecked = ({ network }: { network: string }) => Object.hasOwn(byNetwork, network)
  let exchanges: Exchange[] = []

  before(async function () {
    this.timeout(900_000)
    exchanges = (await recordedExchanges()).filter(({ operation }) => operation !== null)
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

  it('covers every operation of every adapter', () => {
    const missing = platforms.flatMap((platform) => {
      const called = new Set(exchanges.filter(({ caller }) => caller === platform).map((one) => one.called))
      return networkOperations[platform].filter((one) => !called.has(one)).map((one) => `${platform} ${one}`)
    })
    expect(missing).to.have.members(Object.keys(notOnTour))
  })

  it('needs every row of what is known', () => {
    const all = exchanges.flatMap((exchange) =>
      (byNetwork[exchange.network]?.(exchange) ?? []).map((line) => knownFor(exchange, line)),
    )
    const unused = known.filter((row) => isChecked(row) && !all.includes(row))
    expect(unused.map(({ operation, line }) => `${operation} ${line}`)).to.be.empty
  })

  it('catches at least 95 % of the mistakes that are made in the recorded calls', function () {
    this.timeout(600_000)
    const { caught, survivors } = runMutants(exchanges.filter(isChecked), violations)
    const all = caught + survivors.length
    const listed = survivors.map(nameOf)
    for (const { of, reason } of reasons) {
      const own = listed.filter((name) => of.test(name))
      if (own.length > 0) console.log(`      ${own.length} survived: ${reason}`)
    }
    console.log(`      mutations: caught ${caught} of ${all}, ${((100 * caught) / all).toFixed(1)} % (seed ${seed})`)
    const isPartial = Object.keys(byNetwork).length < platforms.length
    expect(all, 'mutants').to.be.at.least(isPartial ? 100 : 1_000)
    expect(caught / all, listed.join('\n')).to.be.at.least(0.95)
    expect(
      listed.filter((name) => reasonFor(name) === undefined),
      'survivors without a reason',
    ).to.deep.equal([])
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

  for (const mutation of mutations.filter(isChecked)) {
    it(`catches ${mutation.network} ${mutation.operation}: ${mutation.title}`, () => {
      expect(caught(mutation)).not.to.deep.equal([])
    })
  }
}

if (folder !== undefined) describe('contracts of the networks', () => contracts(folder))
