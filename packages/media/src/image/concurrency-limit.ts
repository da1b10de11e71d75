export interface Cost {
  /** Pixels decoded at the same time. */
  pixels: number
  /** Size of the encoded images in bytes. */
  bytes: number
}

export interface ConcurrencyLimitOptions extends Cost {
  /** Maximum number of tasks at the same time, regardless of their cost. */
  tasks: number
}

/**
 * Creates a limit on concurrent work. Work waits in order of arrival; work that costs more than the whole limit runs alone.
 * Resolves with the function that returns the cost.
 */
export function createConcurrencyLimit(total: ConcurrencyLimitOptions): (cost: Cost) => Promise<() => void> {
  const used = { pixels: 0, bytes: 0, tasks: 0 }
  const waiting: { cost: Cost; begin: (release: () => void) => void }[] = []

  const fits = ({ pixels, bytes }: Cost) =>
    used.tasks === 0 ||
    (used.tasks < total.tasks && used.pixels + pixels <= total.pixels && used.bytes + bytes <= total.bytes)

  function add({ pixels, bytes }: Cost, sign: 1 | -1): void {
    used.pixels += sign * pixels
    used.bytes += sign * bytes
    used.tasks += sign
  }

  function beginNext(): void {
    for (let next = waiting[0]; next !== undefined && fits(next.cost); next = waiting[0]) {
      const { cost, begin } = next
      waiting.shift()
      add(cost, 1)
      begin(() => {
        add(cost, -1)
        beginNext()
      })
    }
  }

  return (cost) =>
    new Promise((begin) => {
      waiting.push({ cost, begin })
      beginNext()
    })
}
