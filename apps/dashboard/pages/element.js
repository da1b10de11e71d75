/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with attributes, listeners (functions) and children; text is never read as markup.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | boolean | EventListener>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value)
    else if (value !== false) node.setAttribute(name, value === true ? '' : value)
  }
  for (const child of children.flat()) if (child) node.append(child)
  return node
}

/** The element of the page with that id. @param {string} id */
export function byId(id) {
  const node = document.getElementById(id)
  if (node === null) throw new Error(`the page has no #${id}`)
  return node
}

/**
 * A link that leaves these pages; plain text where the address is no web address.
 * @param {string | null} address
 * @param {string} text
 */
export function outside(address, text) {
  if (address === null || !/^https?:\/\//i.test(address)) return element('span', {}, text)
  return element('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, text)
}

/** @param {string | null} time ISO 8601 */
export function moment(time) {
  if (time === null) return '–'
  return element('time', { datetime: time, title: time }, new Date(time).toLocaleString())
}

/**
 * @param {string} text
 * @param {Record<string, string>} kinds status → class
 */
export function status(text, kinds) {
  return element('span', { class: `status ${kinds[text] ?? ''}` }, text.replaceAll('_', ' '))
}

/**
 * @param {string} caption read out to those who do not see the table
 * @param {string[]} heads
 * @param {HTMLTableRowElement[]} rows
 */
export function table(caption, heads, rows) {
  const head = element('tr', {}, ...heads.map((text) => element('th', { scope: 'col' }, text)))
  const whole = element('table', { 'aria-label': caption }, element('thead', {}, head), element('tbody', {}, rows))
  return element('div', { class: 'wide' }, whole)
}

/** What an aggregate answer could not read. @param {{ accountId: string, platform: string, code: string, message: string }[]} errors */
export function problems(errors) {
  if (errors.length === 0) return null
  const lines = errors.map(({ platform, code, message }) => element('li', {}, `${platform}: ${message} (${code})`))
  return element('div', { class: 'problems' }, element('ul', {}, lines))
}
