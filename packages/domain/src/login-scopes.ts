import { type Platform, platforms } from './platforms.ts'
import { supports } from './supports.ts'

/**
 * Sets of permissions that a deployment can request. A network shows no consent page at all if an app requests a
 * permission for which it was not approved, so an app with few approved permissions must request only those.
 */
const features = ['publishing', 'comments', 'messages', 'analytics', 'ads', 'businesses'] as const

export type Feature = (typeof features)[number]

/** The permissions (scopes) that one login method of a network requests. */
export interface LoginScopes {
  /** The permissions that every deployment requests. */
  always: readonly string[]
  /**
   * The permissions requested for each enabled feature. A feature is absent if the network lacks it or needs no further
   * permission for it.
   */
  features: Readonly<Partial<Record<Feature, readonly string[]>>>
  /**
   * The approvals of the network that are needed before users outside the app's own team can grant the permissions, in
   * words, for the documentation.
   */
  review: string
  /**
   * The number of days after which the network ends the access unless the user logs in again, even if tokens are
   * refreshed; absent if refreshed tokens keep the access.
   */
  accessDays?: number
}

const metaReview =
  'Business Verification, Access Verification as a Tech Provider, App Review (Advanced Access for each permission)'
const youtube = 'https://www.googleapis.com/auth/'

/**
 * The permissions of the logins whose permissions a deployment selects by its features, keyed by network and login
 * method (`any` if there is only one). Empty for networks whose adapter always requests the same permissions.
 *
 * The feature `publishing` includes listing posts; `businesses` covers Pages and accounts that a user reaches through a
 * business.
 *
 * @see https://developers.facebook.com/docs/permissions (read 2026-11-20)
 * @see https://business-api.tiktok.com/portal/docs/accounts-api-authorization/v1.3 (read 2026-11-20)
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token (read 2026-11-20)
 */
export const loginScopes = {
  instagram: {
    instagram_login: {
      always: ['instagram_business_basic'],
      features: {
        publishing: ['instagram_business_content_publish'],
        comments: ['instagram_business_manage_comments'],
        messages: ['instagram_business_manage_messages'],
        analytics: ['instagram_business_manage_insights'],
      },
      review: metaReview,
    },
    facebook_login: {
      always: ['instagram_basic', 'pages_show_list', 'pages_read_engagement'],
      features: {
        publishing: ['instagram_content_publish'],
        comments: ['instagram_manage_comments'],
        messages: ['instagram_manage_messages', 'pages_manage_metadata'],
        analytics: ['instagram_manage_insights'],
        // `ads_read` is for users whose role on the Page comes through a business.
        businesses: ['business_management', 'ads_read'],
      },
      review: metaReview,
      accessDays: 90,
    },
  },
  tiktok: {
    any: {
      always: ['user.info.basic', 'user.info.username'],
      features: {
        publishing: ['video.list', 'video.publish', 'video.upload'],
        comments: ['video.list', 'comment.list', 'comment.list.manage'],
        analytics: [
          'user.info.profile',
          'user.info.stats',
          'user.account.type',
          'user.insights',
          'video.list',
          'video.insights',
        ],
      },
      review: 'the TikTok Accounts permission group, granted to the app on application',
    },
  },
  facebook: {
    any: {
      always: ['pages_show_list'],
      features: {
        publishing: ['pages_read_engagement', 'pages_manage_posts', 'pages_read_user_content'],
        comments: ['pages_read_engagement', 'pages_read_user_content', 'pages_manage_engagement'],
        messages: ['pages_read_engagement', 'pages_messaging', 'pages_manage_metadata'],
        analytics: ['pages_read_engagement', 'read_insights'],
        ads: [
          'pages_read_engagement',
          'ads_management',
          'ads_read',
          'business_management',
          'leads_retrieval',
          'pages_manage_ads',
        ],
        businesses: ['business_management'],
      },
      review: metaReview,
      accessDays: 90,
    },
  },
  whatsapp: {},
  youtube: {
    any: {
      always: [`${youtube}youtube.force-ssl`],
      features: {
        publishing: [`${youtube}youtube.upload`],
        comments: [`${youtube}youtube.force-ssl`],
        analytics: [`${youtube}yt-analytics.readonly`],
      },
      review: 'verification of the OAuth consent screen (sensitive scopes) and an API audit for public uploads',
    },
  },
  x: {
    any: {
      always: ['tweet.read', 'users.read', 'offline.access'],
      features: { publishing: ['tweet.write', 'media.write'], messages: ['dm.read'] },
      review: 'none; the app needs write permission for posts and the direct message permission for `dm.read`',
    },
  },
  bluesky: {},
} as const satisfies Record<Platform, Readonly<Record<string, LoginScopes>>>

/**
 * The same object as `loginScopes`, with a general type that can be read for any platform and login method.
 * @alias
 */
export const loginsOf: Readonly<Record<Platform, Readonly<Record<string, LoginScopes>>>> = loginScopes

/**
 * The approvals that are needed before users outside the app's own team can be connected, in words, keyed by platform.
 * Only networks that are empty in `loginScopes` have an entry; for the others, `LoginScopes.review` names the
 * approvals.
 * @see https://developers.facebook.com/docs/whatsapp/solution-providers/get-started-for-tech-providers (read 2026-11-20)
 */
export const approvals: Readonly<Partial<Record<Platform, string>>> = {
  whatsapp:
    'App Review for `whatsapp_business_management` and `whatsapp_business_messaging`, Business Verification, and enrolment as a Tech Provider',
  bluesky: 'none',
}

/**
 * Returns the scopes that a deployment requests, without duplicates.
 * @param wanted the enabled features; all if absent
 */
export function scopesFor(login: LoginScopes, wanted?: readonly Feature[]): string[] {
  const selected = wanted ?? features
  return [...new Set([...login.always, ...selected.flatMap((feature) => login.features[feature] ?? [])])]
}

/**
 * Returns the features that have scopes in a login of a network; empty if the network has no scopes that a deployment
 * can select by feature.
 */
export function featuresOf(platform: Platform): Feature[] {
  const logins = Object.values(loginsOf[platform])
  return features.filter((feature) => logins.some((login) => login.features[feature] !== undefined))
}

/**
 * Returns the login methods whose access ends unless the user logs in again: those of networks that end the access
 * although tokens are refreshed, and of networks whose tokens Carillon does not refresh. `authMethod` is null for
 * platforms with a single method.
 */
export function endingLogins(): { platform: Platform; authMethod: string | null }[] {
  return platforms.flatMap((platform): { platform: Platform; authMethod: string | null }[] => {
    if (!supports('connect', platform)) return [{ platform, authMethod: null }]
    return Object.entries(loginsOf[platform])
      .filter(([, { accessDays }]) => accessDays !== undefined)
      .map(([method]) => ({ platform, authMethod: method === 'any' ? null : method }))
  })
}
