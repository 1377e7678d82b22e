import { plain, sectionsOf, type TextSection } from './markdown.ts'

export interface Guide {
  name: string
  title: string
  /** The first paragraph. */
  summary: string
  text: string
  sections: TextSection[]
}

/** The order in the contents, by file name. Other guides follow in the order of their titles. */
const order = [
  'first-call',
  'errors-and-retries',
  'paging',
  'syncing',
  'webhooks',
  'idempotency',
  'external-ids',
  'payroll',
  'calendar',
  'leads',
  'bi',
]

/** The guides of the files in docs/guides: the first heading is the title, the first paragraph the summary. */
export function guidesOf(files: { name: string; text: string }[]): Guide[] {
  const position = ({ name }: Guide) => (order.includes(name) ? order.indexOf(name) : order.length)
  return files
    .map(({ name, text }): Guide => {
      const [, title, rest] = /^# +(.+)\n([\s\S]*)$/.exec(text.trim()) ?? []
      if (!title || !rest) throw new Error(`The guide ${name} does not begin with a heading of the first level`)
      const summary = rest.trim().split(/\n\s*\n/, 1)[0]!
      return { name, title: plain(title), summary, text: text.trim(), sections: sectionsOf(rest) }
    })
    .sort((a, b) => position(a) - position(b) || a.title.localeCompare(b.title))
}

export const guideAddress = ({ name }: Pick<Guide, 'name'>): string => `/docs/guides/${name}`
