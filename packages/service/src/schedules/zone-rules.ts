/** The version of the zone rules of this process, such as `2026c`. */
export const zoneRules = process.versions['tz'] ?? ''
