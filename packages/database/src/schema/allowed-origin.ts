export interface AllowedOriginTable {
  organizationId: string
  origin: string
}
