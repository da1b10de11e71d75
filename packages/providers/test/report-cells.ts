import { expect } from 'chai'

/** A metric of a report: its path in Carillon's report, its name at the network, and a value. */
export interface Cell {
  /** Names with dots between, below what `read` returns. */
  ours: string
  theirs: string
  value: unknown
  /** What becomes of the value; the value itself if absent. */
  becomes?: unknown
  /** The value if the network does not send it; null if absent. */
  missing?: unknown
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], value)
}

/** One test for each cell and condition: the network sends a value, sends 0, sends null, or sends nothing. */
export function everyCell(cells: readonly Cell[], read: (sent: Record<string, unknown>) => unknown): void {
  for (const { ours, theirs, value, becomes = value, missing = null } of cells) {
    it(`${ours}: is ${theirs}`, () => {
      expect(at(read({ [theirs]: value }), ours)).to.deep.equal(becomes)
    })
    it(`${ours}: is ${JSON.stringify(missing)} without ${theirs}, and if it is null`, () => {
      expect(at(read({}), ours)).to.deep.equal(missing)
      expect(at(read({ [theirs]: null }), ours)).to.deep.equal(missing)
    })
    if (typeof value === 'number') {
      it(`${ours}: is 0 if ${theirs} is`, () => {
        expect(at(read({ [theirs]: 0 }), ours)).to.equal(0)
      })
    }
  }
}
