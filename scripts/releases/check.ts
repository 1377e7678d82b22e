import { compare, type Document } from './compare.ts'
import { type Exceptions, exceptOf, unreleased } from './exceptions.ts'

/**
 * Compares the current document with the last release, and each release with the one before it: a break in the commit of
 * a release is in both the release and the current document. `releases` has the newest first.
 */
export function checkReleases(releases: ReadonlyMap<string, Document>, current: Document, exceptions: Exceptions) {
  const documents = [...new Map([[unreleased, current], ...releases])]
  return documents.slice(0, -1).map(([version, document], index) => {
    const [before, older] = documents[index + 1]!
    const problems = compare(older, document)
    const { left, unused } = exceptOf(problems, exceptions[version])
    return { before, version, left, unused, allowed: problems.length - left.length }
  })
}
