import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emailIn, submitterIn } from '../../src/forms/answers/submitter.ts'
import { issuesOf } from '../../src/forms/definition/issues.ts'
import type { PublishedForm } from '../../src/forms/forms/published.sql.ts'
import { checkAnswers } from '../../src/forms/logic/check.ts'
import { moves, type SubmissionStatus, submissionStatuses } from '../../src/forms/submissions/moves.ts'
import { localOf } from '../../src/time/local-time.ts'
import { providerBundle } from '../bundle.ts'
import { firstId } from '../examples/ids.ts'
import { incidentsByService } from '../notes/incident-phrases.ts'
import { needs } from '../prospects/enquiries.ts'
import { praise, wishes } from './opinions.ts'
import { early, voiceOf } from './voices.ts'

type Row = Record<string, any>
type Demo = Record<'clients' | 'staff' | 'prospects' | 'notes' | 'forms' | 'form_submissions', Row[]>
const zone = 'Australia/Sydney'
const between = (value: number, low: number, high: number, what = '') =>
  assert.ok(low <= value && value <= high, `${what} ${value} is not from ${low} to ${high}`)
const names = ({ first_name, last_name }: Row) => `${first_name} ${last_name}`

test('every need of the enquirers has its own texts, and no text occurs twice', () => {
  const all = needs.flatMap(({ texts }) => texts.map((text) => voiceOf(`Wrote through the website. ${text}`)!.text))
  for (const texts of [all, early, praise, wishes]) {
    assert.equal(new Set(texts).size, texts.length)
    for (const text of texts) assert.match(text, /^\p{Lu}.*[.?]$/u)
  }
})

/** A Sunday, a night, a holiday, and an hour at which the office begins. */
for (const instant of [
  '2026-11-15T02:00:00Z',
  '2026-07-01T15:00:00Z',
  '2027-12-31T22:00:00Z',
  '2028-02-24T21:31:00Z',
]) {
  describe(`the demo’s forms as of ${instant}`, () => {
    const now = Date.parse(instant)
    const {
      clients,
      staff,
      prospects,
      notes,
      forms,
      form_submissions: submissions,
    } = providerBundle(now) as unknown as Demo
    const versionOf = ({ form_id, form_version }: Row): Row =>
      forms.find(({ id }) => id === form_id)!.versions[form_version - 1]
    const of = (type: string) => submissions.filter((one) => one.type === type)
    const answerOf = ({ answers }: Row, key: string) => answers.find((one: Row) => one.key === key)?.value

    test('are three published ones, one of them in version 2, and a draft with issues', () => {
      assert.deepEqual(
        forms.map(({ name, published, version = null }) => [name, published, version]),
        [
          ['New client enquiry', 'on', 2],
          ['Incident report', 'on', 1],
          ['How are we going?', 'on', 1],
          ['Home safety check', 'off', null],
        ],
      )
      for (const { versions = [] } of forms) for (const version of versions) assert.deepEqual(issuesOf(version), [])
      assert.deepEqual(
        issuesOf(forms[3] as never).map(({ code }) => code),
        ['missing_options', 'dangling_reference'],
      )
      const all = forms.flatMap(({ steps }) =>
        steps.flatMap(({ fields }: Row) => fields.map(({ label }: Row) => label)),
      )
      for (const { steps } of forms) {
        const labels = steps.flatMap(({ fields }: Row) => fields.map(({ label }: Row) => label))
        assert.equal(new Set(labels).size, labels.length)
      }
      between(all.length, 45, 70)
    })

    test('have about 180 submissions, in every status', () => {
      const count = (form: number) => submissions.filter(({ form_id }) => form_id === form).length
      between(count(1), 34, 46, 'enquiries')
      between(count(2), 16, 24, 'incidents')
      assert.equal(count(3), 120)
      for (const status of submissionStatuses) {
        between(submissions.filter((one) => one.status === status).length, 2, 110, status)
      }
      assert.deepEqual(
        submissions.map(({ id }) => id),
        submissions.map((_, place) => firstId.submission + place),
      )
    })

    test('accept every stored answer in the version that was published at the time', () => {
      for (const submission of submissions) {
        const { steps, published_at } = versionOf(submission)
        const values = submission.answers.map(({ key, value }: Row) => [key, value?.id ?? value])
        const { errors, answers: given, ignored } = checkAnswers(steps, Object.fromEntries(values))
        assert.deepEqual([[...errors], ignored], [[], []])
        assert.deepEqual(
          given.map(({ field: { key, label, type }, step }) => ({ key, label, type, step: step.key })),
          submission.answers.map(({ value, ...answer }: Row) => answer),
        )
        assert.ok(published_at < submission.created_at, `${published_at} ${submission.created_at}`)
        const next = forms[submission.form_id - 1]!.versions[submission.form_version]
        assert.ok(!next || submission.created_at < next.published_at)
      }
    })

    test('have submissions of the past year, with histories in order and in office hours', () => {
      for (const { status, submitted_at, created_at, updated_at, history, id } of submissions) {
        between(now - Date.parse(created_at), 0, 366 * 86_400_000, created_at)
        assert.equal(localOf(created_at, zone), submitted_at)
        const lines: Row[] = history ?? [{ status: 'Submitted', at: created_at }]
        assert.deepEqual([lines[0]!.status, lines[0]!.at], ['Submitted', created_at])
        assert.deepEqual([lines.at(-1)!.status, lines.at(-1)!.at], [status, updated_at])
        assert.ok(Date.parse(updated_at) <= now)
        for (const [place, { status: to, at, by }] of lines.entries()) {
          if (place === 0) continue
          const before = lines[place - 1]!
          assert.ok(moves[before.status as SubmissionStatus].includes(to), `${id}: ${before.status} to ${to}`)
          assert.ok(before.at <= at && by, `${id}: ${before.at} ${at}`)
          const [date, time] = localOf(at, zone).split(' ') as [string, string]
          assert.ok(new Date(`${date}T00:00:00Z`).getUTCDay() % 6 !== 0 && '08:30:00' <= time && time <= '17:30:00', at)
        }
      }
    })

    test('created the prospects from the website, with their answers', () => {
      const ofWebsite = prospects.filter(({ source }) => source === 'Website')
      assert.deepEqual(
        of('prospect').map(({ prospect_id }) => prospect_id),
        ofWebsite.map(({ id }) => id),
      )
      for (const submission of of('prospect')) {
        const prospect = prospects.find(({ id }) => id === submission.prospect_id)!
        assert.equal(submission.created_at.slice(0, 19), prospect.created_at.slice(0, 19))
        for (const [key, field] of Object.entries(versionOf(submission).prospect.map as Record<string, string>)) {
          if (field === 'initial_comments') continue
          // What a prospect cannot have is left out, and the office has filled it in since.
          if (answerOf(submission, key) === 'Support at Home') {
            assert.equal(prospect.funding_type, 'HCP')
            continue
          }
          const attribute = field.split('.')[1]
          const value = attribute ? prospect.attributes[attribute] : prospect[field]
          if (value === null) assert.equal(answerOf(submission, key), undefined)
          // What is known of a prospect later need not have been said at once, but nothing else was.
          else if (answerOf(submission, key) !== undefined) assert.deepEqual(answerOf(submission, key), value)
        }
      }
      const steps = new Set(of('prospect').flatMap(({ answers }) => answers.map(({ step }: Row) => step)))
      for (const step of ['plan', 'support_at_home', 'support']) assert.ok(steps.has(step), step)
    })

    test('have incident reports about clients, many of them with a note of the office', () => {
      for (const submission of of('incident')) {
        const client = clients.find(({ id }) => id === submission.client_id)!
        const reporter = staff.find(({ id }) => id === answerOf(submission, 'reporter').id)!
        assert.deepEqual(answerOf(submission, 'client'), { id: client.id, name: names(client) })
        assert.deepEqual([submission.submitter, submission.email], [names(reporter), reporter.email])
        assert.ok(answerOf(submission, 'occurred') < submission.submitted_at)
        assert.ok(client.created_at < submission.created_at)
        if (!submission.note_ref) continue
        const note = notes.find(({ kind, id }) => kind === 'General' && `general:${id}` === submission.note_ref)!
        assert.deepEqual([note.client_id, note.employee_id], [client.id, reporter.id])
        const { what } = Object.values(incidentsByService)
          .flat()
          .find(({ title }) => title === note.title)!
        const told = what.replaceAll('NAME', client.first_name)
        assert.ok(submission.created_at < note.created_at && note.notes.startsWith(told))
        assert.ok(answerOf(submission, 'what').startsWith(told))
      }
      const linked = of('incident').flatMap(({ note_ref }) => note_ref ?? [])
      between(linked.length, 9, 16)
      assert.equal(new Set(linked).size, linked.length)
      const severities = new Set(of('incident').map((one) => answerOf(one, 'severity')))
      for (const severity of ['Low', 'Moderate', 'High']) assert.ok(severities.has(severity), severity)
    })

    test('have unique survey texts, nearly all anonymous', () => {
      const opinions = submissions.filter(({ form_id }) => form_id === 3)
      const texts = opinions.flatMap((one) => [answerOf(one, 'good') ?? [], answerOf(one, 'change') ?? []].flat())
      assert.equal(new Set(texts).size, texts.length)
      between(texts.length, 50, 75)
      between(opinions.filter(({ submitter }) => submitter).length, 5, 25)
      for (const one of opinions) {
        const isLow = answerOf(one, 'overall') < 4
        assert.equal(answerOf(one, 'change') !== undefined, isLow)
        const statuses = (one.history ?? []).map(({ status }: Row) => status)
        assert.ok(isLow || !statuses.includes('Changes requested'), `${one.id}: who is satisfied asks for nothing`)
      }
    })

    test('have the submitter that the service would store, who is not always the subject', () => {
      for (const submission of submissions) {
        const form = versionOf(submission) as PublishedForm
        // A carer's report comes from the app, which knows the carer's email.
        const email = submission.type === 'incident' ? submission.email : emailIn(form, submission.answers)
        const found = [submitterIn(form, submission.answers), email]
        assert.deepEqual(
          [submission.submitter, submission.email],
          found.map((one) => one ?? null),
        )
      }
      const isForAnother = ({ prospect_id, submitter }: Row) =>
        names(prospects.find(({ id }) => id === prospect_id)!) !== submitter
      between(of('prospect').filter(isForAnother).length, 3, 20, 'who ask for somebody else')
    })

    test('repeat no text, and thank once', () => {
      const stories = of('incident').map((one) => answerOf(one, 'what').replace(/\b[\p{Lu}]\p{L}+/gu, ''))
      assert.equal(new Set(stories).size, stories.length)
      for (const { settings } of forms) assert.doesNotMatch(settings.success_message ?? '', /^Thank/)
    })

    test('have only reserved addresses and numbers', () => {
      for (const { answers } of submissions) {
        for (const { type, value } of answers) {
          if (type === 'phone') assert.match(value, /^02 (5550|7010) \d{4}$/)
          if (type === 'email') assert.match(value, /@example\.com$/)
        }
      }
      const phones = submissions.flatMap(({ answers }) =>
        answers.flatMap(({ type, value }: Row) => (type === 'phone' ? value : [])),
      )
      assert.equal(new Set(phones).size, phones.length)
    })
  })
}
