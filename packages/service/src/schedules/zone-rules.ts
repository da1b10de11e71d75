/** The version of the IANA time zone data of this process, such as `2026c`; empty if Node does not report one. */
export const zoneRules = process.versions['tz'] ?? ''
