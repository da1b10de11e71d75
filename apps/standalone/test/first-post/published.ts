import { expect } from 'chai'
import type { Walks } from './walks.ts'

/** Expects that the network has the text once. */
export async function expectPublished({ standalone }: Walks, network: string, text: string): Promise<void> {
  const response = await fetch(`${standalone.report().sandboxUrl}/state/${network}`)
  const { posts } = (await response.json()) as { posts: { text: string }[] }
  expect(
    posts.filter((post) => post.text === text),
    text,
  ).to.have.length(1)
}
