interface RequestCount {
  startedAt: Date
  /** The number of requests that gateways have reserved, whether they have served them or not. */
  used: number
  /**
   * How many of the reserved requests (`used`) were reserved in advance: the sum of what each gateway last reserved
   * beyond its need.
   */
  idle: number
  /** The number of requests that the last statement reserved. */
  taken: number
}

/** The requests of each API key in the current window of its rate limit, over all gateways. */
export interface RequestWindowTable extends RequestCount {
  keyId: string
}

/** The requests of each organization in the current window of its rate limit, over all gateways. */
export interface OrganizationRequestWindowTable extends RequestCount {
  organizationId: string
}
