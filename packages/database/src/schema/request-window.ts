interface RequestCount {
  startedAt: Date
  /** Requests that gateways have taken, whether they have served them yet or not. */
  used: number
  /** How many of them were taken in advance: the sum of what each gateway last took beyond its need. */
  idle: number
  /** The requests that the last statement reserved. */
  taken: number
}

export interface RequestWindowTable extends RequestCount {
  keyId: string
}

export interface OrganizationRequestWindowTable extends RequestCount {
  organizationId: string
}
