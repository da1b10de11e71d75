/** A link in a text, with its start and end as UTF-16 offsets. `address` is the link as written. */
export interface Link {
  start: number
  end: number
  address: string
}

// Country codes that a bare single-label domain may end in without a path.
const OPEN_COUNTRIES = ['co', 'tv']
const GENERIC =
  'academy agency app art blog biz cloud club com dev digital edu email events example gov group info int jobs live ' +
  'media mil mobi museum name net news online org page photography pro shop site social space store studio tech today ' +
  'top travel video website wiki work state xyz'
const COUNTRIES =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf ' +
  'cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf ' +
  'gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km ' +
  'kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz ' +
  'na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg ' +
  'sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ' +
  've vg vi vn vu wf ws ye yt za zm zw'

const generic = new Set(GENERIC.split(' '))
const countries = new Set(COUNTRIES.split(' '))

const CANDIDATE =
  /(?<![\p{L}\p{N}@$#_.\-/])(?<scheme>https?:\/\/)?(?<host>(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+(?<tld>\p{L}{2,}))(?<port>:\d+)?(?<path>\/[^\s<>"]*)?(?<query>\?[^\s<>"]*)?/giu

function stripTail(address: string): string {
  const bare = address.replace(/[.,:;!?'")\]}…]+$/u, '')
  const open = address.indexOf('(')
  return open !== -1 && open < bare.length && address[bare.length] === ')' ? `${bare})` : bare
}

function isLink({ scheme, host = '', tld = '', path }: Record<string, string | undefined>): boolean {
  const ending = tld.toLowerCase()
  if (scheme !== undefined) return true
  if (!/^[\x21-\x7e]+$/.test(host)) return false
  if (generic.has(ending)) return true
  if (!countries.has(ending)) return false
  return path !== undefined || host.split('.').length > 2 || OPEN_COUNTRIES.includes(ending)
}

/**
 * Returns the links that X detects in a text, in order, with UTF-16 offsets. A domain without a scheme counts if it is
 * ASCII and has a well-known top-level domain. Country domains other than `co` and `tv` also need a path or at least
 * three labels. Trailing punctuation is not part of a link.
 * @see https://github.com/twitter/twitter-text (read 2026-11-20)
 */
export function findLinks(text: string): Link[] {
  return [...text.matchAll(CANDIDATE)].flatMap((match) => {
    if (!isLink(match.groups ?? {})) return []
    const address = stripTail(match[0])
    return [{ start: match.index, end: match.index + address.length, address }]
  })
}
