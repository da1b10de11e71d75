/** The origins to which connection sessions and connect links of an organization may redirect. */
export interface AllowedOriginTable {
  organizationId: string
  origin: string
}
