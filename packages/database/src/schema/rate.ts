/** When the latest requests of a rate were let through, oldest first, over all processes. */
export interface RateTable {
  name: string
  key: string
  takenAt: Date[]
}
