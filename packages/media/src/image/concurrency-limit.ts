/** The memory that a task needs, counted in decoded pixels and in bytes of encoded images. */
export interface Cost {
  /** The number of pixels that are decoded at the same time. */
  pixels: number
  /** The size of the encoded images in bytes. */
  bytes: number
}

interface ConcurrencyLimitOptions extends Cost {
  /** The maximum number of tasks at the same time, whatever their cost. */
  tasks: number
}

/**
 * Creates a limit on the number of tasks that run at the same time and on their cost (decoded pixels and encoded
 * bytes). Call the returned function before a task: its promise resolves once the task may start, in order of arrival,
 * with a function that must be called when the task has ended. A task that costs more than the whole limit runs alone.
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
