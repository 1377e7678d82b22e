import type { Data } from '../data/data.ts'
import { againstBaseline, type Case, type Expected, request, targets } from './case.ts'

export function noteCases({ care }: Data): Case[] {
  const { token, notes } = care
  const half = notes.noteIds.length / 2
  const texts = ['Slept well.', 'Slept well, woke once.', 'Slept in the chair.', 'Was up early and in good spirits.']
  /** Every note once, then again with another text, so that each request is a change. */
  const patches = (ids: number[]) =>
    texts.flatMap((text) => ids.map((id) => request('PATCH', `/notes/general:${id}`, token, { notes: text })))
  const filtered = (name: string, query: string, total: number): Case => {
    const side = (of: string, expected: Expected) => ({
      program: 'service' as const,
      requests: [request('GET', `/clients/${notes.many}/notes${of}`, token)],
      expected,
    })
    return {
      name: `GET /clients/{id}/notes, ${name}`,
      kind: 'filter',
      target: targets.filtered,
      reference: side('', { page: 1, rows: 25, total: 50_000 }),
      tested: side(`?${query}`, { page: 1, rows: Math.min(25, total), total }),
    }
  }
  const filter = (field: string, operator: string, value: string) =>
    `filters[0][field]=${field}&filters[0][operator]=${operator}&filters[0][value]=${value}`
  return [
    againstBaseline('GET /clients/{id}/notes, 25 notes', targets.noteList, [
      request('GET', `/clients/${notes.few}/notes`, token),
    ]),
    againstBaseline(
      'POST /clients/{id}/notes',
      targets.writes,
      notes.clientIds.map((id, n) =>
        request('POST', `/clients/${id}/notes`, token, {
          notes: `Had a good morning, walked to the shops and back, and rang her sister in the afternoon. ${n}`,
          title: 'Visit',
          note_type: 'Progress note',
          date: '2026-11-02',
        }),
      ),
      'note.created',
    ),
    {
      ...againstBaseline('PATCH /notes/{ref}', targets.writes, [], 'note.updated'),
      // Each side changes its own notes, so that neither affects the other.
      reference: { program: 'baseline', requests: patches(notes.noteIds.slice(0, half)) },
      tested: { program: 'service', requests: patches(notes.noteIds.slice(half)) },
    },
    filtered('search, 1 in 100', 'search=hospital', 500),
    filtered('search, every second', 'search=morning', 25_000),
    filtered('search, 1 in 10,000', 'search=kooka', 5),
    filtered('filter by type', filter('note_type', 'is', 'Phone+call'), 8_334),
    filtered('filter by author', filter('author', 'contains', 'nguyen'), 4_166),
    filtered('filter by part of a word', filter('keyword', 'contains', 'ospit'), 500),
    filtered('days', 'from=2024-01-01&to=2024-12-31', 14_640),
  ]
}
