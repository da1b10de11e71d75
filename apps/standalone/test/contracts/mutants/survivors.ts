interface Reason {
  /** Of the names that mutants are listed with. */
  of: RegExp
  /** Why no contract can tell, or why the call is right all the same. */
  reason: string
}

/** Why mistakes survive. The first row that fits a survivor is its reason; a survivor without one fails the run. */
export const reasons: readonly Reason[] = [
  {
    of: /^request drop .*(?:caption|message|description|title|\btext|thumbnail_offset|is_ai_generated|attached_media|embed|aspectRatio|components|rkey)$/,
    reason: 'what users may leave out of a post: the call is right without it',
  },
  {
    of: /^request drop .*\/insights \| (?:query|form) filtering$/,
    reason: 'insights of an ad account have the same address as those of campaigns, and need no filter',
  },
  {
    of: /^request .*(?:record\.|writes\[\]\.|facets)/,
    reason:
      'records are open by design: an unknown member, or a record of an unknown kind, is not an error for the network',
  },
  {
    of: /^response .*\/xrpc\/|^response .*\/\.well-known\//,
    reason: 'records and metadata of servers are open: what no adapter reads may have any name',
  },
  {
    of: /messages \| body messaging_type$/,
    reason: 'two networks of one company share the address, and only one of them needs the parameter',
  },
  {
    of: /(?:name|currency|permissions|query fields|sort|spend_cap_action|effective_status|url|biz_opaque_callback_data)(?:: \w+)?$/,
    reason: 'values of lists that are long or open, which no document enumerates completely',
  },
  {
    of: /^request rename .*(?:fields): \w+$/,
    reason: 'a field that another kind of object behind the same address has, or that is listed in `known`',
  },
  {
    of: /^response (?:drop|rename|retype|enum) .*\/v25\.0\/(?:\{\}|me) \| body/,
    reason: 'one address for objects of several kinds: what one lacks, or names otherwise, another may',
  },
  {
    of: /\| content-type$/,
    reason: 'bytes of media, and bodies whose schema takes any type',
  },
  {
    of: /^response (?:status .*videos|enum .*(?:type|state)$)/,
    reason: 'documented with another value for another step of the same upload',
  },
  {
    of: /body (?:template\.components\[\]\.parameters\[\]\.text|.*user_id|.*uris)$|query uris$/,
    reason: 'the document leaves the type or the presence open',
  },
]

export function reasonFor(name: string): Reason | undefined {
  return reasons.find(({ of }) => of.test(name))
}
