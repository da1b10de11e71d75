/** Milliseconds for which a failed or slow call to one server shows that another one is not the only one. */
const rememberedMs = 10 * 60_000

interface BadCall {
  host: string
  /** Its time in ms. */
  at: number
}

/**
 * The servers of a network, chosen by its users, to which calls have failed or were slow. A single one says nothing
 * about the network, however often it is called.
 */
export class LoneServer {
  #last: BadCall | undefined
  /** The last bad call to a server other than that of `#last`. */
  #other: BadCall | undefined

  /**
   * Notes a failed or slow call. Returns whether there was no such call to another server within ten minutes.
   * @param at the time of the call in ms
   */
  isAlone({ host, at }: BadCall): boolean {
    if (this.#last !== undefined && this.#last.host !== host) this.#other = this.#last
    this.#last = { host, at }
    return this.#other === undefined || at - this.#other.at > rememberedMs
  }
}
