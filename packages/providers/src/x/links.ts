const generic = new Set(
  (
    'academy agency ai app art auction audio bank bar beer best bet bike biz blog boutique build business buzz cafe camera camp capital ' +
    'care careers cash casino cat center charity chat church city clinic cloud club codes coffee com community company computer ' +
    'consulting cooking cool coop dance date deals delivery design dev digital direct directory dog download edu education email ' +
    'energy engineering events exchange expert express family fans farm fashion film finance fit fitness flowers football forum ' +
    'foundation fun fund fyi gallery game games garden gift gifts global gmbh gold gov group guide guru health help holiday host ' +
    'hotel house how inc industries info ink institute international investments jobs kids kitchen land law legal life link live ' +
    'loan lol love ltd management market marketing media mil mobi moe money movie museum music name net network news ngo ninja ' +
    'now one online org page paris partners parts party pet photo photography photos pics pictures pink pizza place plus press ' +
    'pro productions properties pub quest radio recipes red reisen report rest restaurant review reviews rip rocks run sale school ' +
    'science services sex shoes shop show site ski social software solar solutions space sport store stream studio style support ' +
    'surf systems tattoo tax team tech technology tel theater tickets tips today tools top tours town toys trade training travel ' +
    'university vacations ventures vet video villas vin vip vision vote voyage watch website wedding wiki win wine work works ' +
    'world wtf xxx xyz yoga zone'
  ).split(' '),
)

const countries = new Set(
  (
    'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc cd cf cg ch ci ' +
    'ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp ' +
    'gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk ' +
    'lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe ' +
    'pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg ' +
    'th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'
  ).split(' '),
)

/** Country codes for which a bare name with a single dot becomes a link as well. */
const openCountries = new Set(['co', 'tv'])

const candidate =
  /(?<![\p{L}\p{N}@$#_.\-/])(?<scheme>https?:\/\/)?(?<host>(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+(?<ending>\p{L}{2,}))(?![\p{L}\p{N}@_-])(?<path>(?::\d+)?\/)?/giu

function isLink({ scheme, host = '', ending = '', path }: Record<string, string | undefined>): boolean {
  if (scheme !== undefined) return true
  if (!/^[\x21-\x7e]+$/.test(host)) return false
  const known = ending.toLowerCase()
  if (generic.has(known)) return true
  return countries.has(known) && (path !== undefined || host.split('.').length > 2 || openCountries.has(known))
}

/**
 * Returns whether X turns a part of the text into a link, which raises the price of the post thirteenfold. A reduced
 * form of the twitter-text rule: URLs with `http` or `https`, and bare names with a common top-level domain; country
 * codes other than `co` and `tv` need a path or a second dot. Rare top-level domains are not recognized. Unverified:
 * that the price follows this rule.
 * @see https://github.com/twitter/twitter-text (read 2026-11-20)
 */
export function holdsLink(text: string): boolean {
  return [...text.matchAll(candidate)].some((match) => isLink(match.groups ?? {}))
}
