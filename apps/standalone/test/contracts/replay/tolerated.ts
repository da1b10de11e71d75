/** Outcomes that a changed field may have although they are neither the same nor `provider_error`, each with its reason. */
export const tolerated: readonly { of: RegExp; reason: string }[] = [
  {
    of: / connect\.refresh oauth\.refresh (?:data\.)?refresh_token /,
    reason: 'A response without a new refresh token leaves the earlier one valid, as OAuth 2.0 says.',
  },
  {
    of: /^(?:instagram|facebook|tiktok|youtube) connect\.complete |^whatsapp signup\.check token\.inspect /,
    reason:
      'Scopes, Pages and names of a login may be absent: the account has fewer of them, or the login says what is missing.',
  },
  {
    of: / accounts\.get name | comments\.list .*\bfrom\.name | comments\.replies .*\b(?:display_name|username) /,
    reason: 'The name and the handle of a user are optional: the other one, or the id, is shown instead.',
  },
  {
    of: / (?:posts|reels)\.list .*(?:media_type|media_keys?|media\[\]\.type|post_id) /,
    reason: 'Kinds of media are a closed list of the API: an unknown one is shown as the plainest kind of the network.',
  },
  {
    of: / conversations\.(?:list|get) .*messages?\.?(?:data\[\]\.)?message /,
    reason: 'A message without text is one of an unsupported type.',
  },
  {
    of: / (?:ads\.form\.list data\[\]\.status|numbers\.list data\[\]\.quality_rating|posts\.list data\.videos\[\]\.media_type|templates\.list data\[\]\.status) new value/,
    reason: 'The word of the network is passed on.',
  },
  {
    of: / templates\.list templates\.list data\[\]\.(?:name|language) /,
    reason: 'A template is sent by its name and language: without them, the list cannot be read.',
  },
  { of: / account_status | data\[\]\.account_status /, reason: 'The status of an ad account is then `unknown`.' },
  {
    of: / (?:deletePost\.delete|comments\.post|ads\.setStatus|ads\.deleteCampaign|signup\.readNumber|connect\.refresh) /,
    reason: 'Nothing is changed or shown whose owner the network does not name: it is not found.',
  },
  {
    of: /^(?:(?:instagram|facebook) comments\.page comments\.list data\[\]\.(?:replies|comments)\.data\[\]\.(?:id|timestamp|created_time)|tiktok comments\.page comments\.list data\.comments\[\]\.reply_list\[\]\.(?:comment_id|create_time)|youtube comments\.(?:page|newest|replies) comment(?:Thread)?s\.list items\[\]\..*\b(?:id|publishedAt)) /,
    reason:
      'A comment always has an id and a time: without it, the list would look as if the comment had been deleted.',
  },
  {
    of: /^x posts\.list posts\.list data\[\]\.id /,
    reason: 'A post always has an id: without it, the list cannot be read.',
  },
  {
    of: /^instagram push\.subscribe subscriptions\.list /,
    reason: 'Fields that are not listed are subscribed, which was not recorded: the list that was had them all.',
  },
  {
    of: / reports\.page-metrics insights\.get data /,
    reason: 'The report says that its insights are unavailable.',
  },
]
