import type { Exchange } from './exchange.ts'

/** What is wrong with a call, one line for each place; undefined when the contract knows no such call. */
export type Contract = (exchange: Exchange) => string[] | undefined

/** The first contract that knows a call decides. */
export function inOrder(...contracts: readonly Contract[]): Contract {
  return (exchange) => {
    for (const contract of contracts) {
      const lines = contract(exchange)
      if (lines) return lines
    }
    return undefined
  }
}

/** For editions of one contract that disagree: a call has to fit one of them as a whole, its response included. */
export function eitherOf(...contracts: readonly Contract[]): Contract {
  return (exchange) => {
    const tried = contracts.flatMap((contract) => {
      const lines = contract(exchange)
      return lines ? [lines] : []
    })
    return tried.toSorted((one, other) => one.length - other.length)[0]
  }
}
