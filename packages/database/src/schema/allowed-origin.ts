export interface AllowedOriginTable {
  organization_id: string
  origin: string
}
