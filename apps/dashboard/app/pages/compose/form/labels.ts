/** Labels of fields and values whose names do not read well as they are. */
const labels: Readonly<Record<string, string>> = {
  is_aigc: 'Made with AI',
  isAiGenerated: 'Made with AI',
  contains_synthetic_media: 'Contains realistic AI-made scenes',
  music_usage_confirmed: "I agree to the network's terms on music",
  post_mode: 'Publish as',
  brand_content_toggle: 'Paid partnership',
  brand_organic_toggle: 'Promotes your own brand',
  disable_comment: 'Turn off comments',
  disable_duet: 'Turn off duets',
  disable_stitch: 'Turn off stitches',
  cover_timestamp: 'Cover frame',
  photo_cover_index: 'Cover image',
  category_id: 'Category',
  privacy_status: 'Visibility',
  privacy_level: 'Who can watch it',
  DIRECT_POST: 'Post at once',
  MEDIA_UPLOAD: 'Draft in the app',
  PUBLIC_TO_EVERYONE: 'Everyone',
  MUTUAL_FOLLOW_FRIENDS: 'Friends',
  FOLLOWER_OF_CREATOR: 'Followers',
  SELF_ONLY: 'Only me',
  contentType: 'Format',
  publish_at: 'Make public at',
  langs: 'Languages',
  reel: 'Reel',
}

/** The label of a field: that of the table, otherwise its name as words. `made_for_kids` is "Made for kids". */
export function labelOf(name: string): string {
  const known = labels[name]
  if (known) return known
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * The name of a value that users choose: that of the table, otherwise the value as words. `PUBLIC_TO_EVERYONE` is
 * "Everyone", `unlisted` is "Unlisted".
 */
export function valueWords(value: string): string {
  return labels[value] ?? labelOf(value.toLowerCase())
}
