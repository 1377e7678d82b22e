import type { Data, Organisation } from '../data/data.ts'
import { answers } from '../data/forms.ts'
import { againstBaseline, type Case, largeAgainstSmall, request, targets } from './case.ts'

export function formCases(data: Data): Case[] {
  const { token, forms } = data.large
  const page = (which: string, share: number) =>
    largeAgainstSmall(
      `GET /form-submissions, ${which} page, 1,000,000 against 3,000`,
      data,
      ({ forms: { count } }: Organisation) => {
        const number = Math.max(1, Math.round((count / 25) * share))
        return { path: `/form-submissions?page=${number}`, expected: { page: number, rows: 25, total: count } }
      },
    )
  return [
    againstBaseline('GET /form-submissions', targets.lists, [request('GET', '/form-submissions?per_page=50', token)]),
    againstBaseline(
      'GET /form-submissions/{id}',
      targets.reads,
      forms.ids.map((id) => request('GET', `/form-submissions/${id}`, token)),
    ),
    page('first', 0),
    page('middle', 0.5),
    page('last', 1),
    // Last, because it changes the length of the list.
    againstBaseline(
      'POST /forms/{id}/submissions',
      targets.writes,
      Array.from({ length: 500 }, (_, n) =>
        request('POST', `/forms/${forms.formId}/submissions`, token, { answers: answers(n) }),
      ),
      'form_submission.created',
    ),
  ]
}
