import type { Characters } from './pattern-characters.ts'
import { type Node, NoPattern } from './pattern-language.ts'

/** Takes one of some characters, or goes on at several places at once. The place behind the last part is the match. */
export type Part = { characters: Characters } | Fork
interface Fork {
  to: number[]
}

/** Parts of a pattern once its counts are written out: they bound what a character of a text can cost. */
export const mostParts = 100

/** Writes a pattern out into parts; throws NoPattern where they are too many. */
export function partsOf(node: Node): Part[] {
  const parts: Part[] = []
  emit(node, parts)
  if (parts.length > mostParts) throw new NoPattern()
  return parts
}

function emit(node: Node, parts: Part[]): void {
  if (parts.length > mostParts) throw new NoPattern()
  if (node.kind === 'one') parts.push({ characters: node.characters })
  else if (node.kind === 'sequence') for (const each of node.nodes) emit(each, parts)
  else if (node.kind === 'either') emitEither(node.nodes, parts)
  else emitRepeat(node, parts)
}

function emitEither(nodes: Node[], parts: Part[]): void {
  const fork: Fork = { to: [] }
  const ends: Fork[] = []
  parts.push(fork)
  for (const node of nodes) {
    fork.to.push(parts.length)
    emit(node, parts)
    const end: Fork = { to: [] }
    ends.push(end)
    parts.push(end)
  }
  for (const end of ends) end.to.push(parts.length)
}

function emitRepeat({ node, least, most }: { node: Node; least: number; most: number }, parts: Part[]): void {
  for (let i = 0; i < least; i++) {
    const before = parts.length
    emit(node, parts)
    // What is nothing once is nothing however often: without this, counts in counts of nothing would not end.
    if (parts.length === before) break
  }
  if (most === Number.POSITIVE_INFINITY) {
    const start = parts.length
    const fork: Fork = { to: [start + 1] }
    parts.push(fork)
    emit(node, parts)
    parts.push({ to: [start] })
    fork.to.push(parts.length)
    return
  }
  const forks: Fork[] = []
  for (let i = least; i < most; i++) {
    const fork: Fork = { to: [parts.length + 1] }
    forks.push(fork)
    parts.push(fork)
    emit(node, parts)
  }
  for (const fork of forks) fork.to.push(parts.length)
}
