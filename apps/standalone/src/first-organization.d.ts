export interface FirstOrganization {
  organizationId: string
  apiKey: string
}
type Env = Readonly<Record<string, string | undefined>>
/** The organization that a new installation begins with, its key, a card on file and localhost as allowed origin. */
export declare function firstOrganization(dir: string, env: Env, origins: string[]): Promise<FirstOrganization>
//# sourceMappingURL=first-organization.d.ts.map
