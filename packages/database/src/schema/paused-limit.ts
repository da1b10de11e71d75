/** A limit of a network that is nearly or wholly reached: no process makes calls under it until then. */
export interface PausedLimitTable {
  key: string
  until: Date
}
