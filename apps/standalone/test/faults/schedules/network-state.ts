/** A post at the network. */
export interface HeldPost {
  id: string
  text: string
  /** When the call that made it arrived, and since when it is public. */
  calledAt: number
  at: number
}

export interface NetworkState {
  posts: HeldPost[]
  /** How many calls had which fault. */
  faults: Record<string, number>
}
