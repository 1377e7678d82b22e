import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { addDays, dateOf, localOf } from '../../src/time/local-time.ts'
import { emptyOrganisation, exportText, importTo } from '../../test/factories/bundles/bundles.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { demoBundle, providerBundle } from '../bundle.ts'

const { pool, drop } = await createDatabase()
after(drop)

type Row = Record<string, any>
type Demo = Record<'staff' | 'clients' | 'prospects', Row[]> & { prospect_options: Row }
const zone = 'Australia/Sydney'
const names = ({ first_name, last_name }: Row) => `${first_name} ${last_name}`

function assertOffice(instant: string): void {
  const [date, time] = localOf(instant, zone).split(' ') as [string, string]
  assert.ok(new Date(`${date}T00:00:00Z`).getUTCDay() % 6 !== 0, `on a weekend: ${date}`)
  assert.ok('08:30:00' <= time && time <= '17:30:00', `outside of office hours: ${date} ${time}`)
}

/** A Sunday, a night in another half of the year, a morning when the office begins, and long after the demo’s clients came. */
for (const instant of [
  '2026-11-15T02:00:00Z',
  '2026-07-01T15:00:00Z',
  '2026-10-05T22:01:00Z',
  '2028-02-24T21:31:00Z',
]) {
  describe(`prospects of the demo as of ${instant}`, () => {
    const now = Date.parse(instant)
    const today = dateOf(localOf(now, zone))
    const { staff, clients, prospects, prospect_options } = providerBundle(now) as unknown as Demo
    const categoryOf = ({ stage }: Row) => prospect_options.stages.find(({ name }: Row) => name === stage).category
    const open = prospects.filter((one) => categoryOf(one) === 'open')

    test('are a quarter won, a quarter lost, the others open and mostly recent', () => {
      assert.ok(prospects.length >= 85 && prospects.length <= 95, `${prospects.length} prospects`)
      for (const category of ['won', 'lost']) {
        const share = prospects.filter((one) => categoryOf(one) === category).length / prospects.length
        assert.ok(share > 0.2 && share < 0.3, `${share} are ${category}`)
      }
      const recent = open.filter((one) => one.date_of_lead > addDays(today, -45))
      assert.ok(recent.length > open.length * 0.7, `${recent.length} of ${open.length} are recent`)
      for (const { date_of_lead: date } of prospects) assert.ok(addDays(today, -275) < date && date <= today, date)
    })

    test('use every stage, source, consultant, funding and attribute', () => {
      const used = (field: string) => new Set(prospects.map((one) => one[field]))
      for (const { name } of prospect_options.stages) assert.ok(used('stage').has(name), name)
      for (const name of prospect_options.sources) assert.ok(used('source').has(name), name)
      for (const name of ['HCP', 'NDIS', 'CHSP', 'Private']) assert.ok(used('funding_type').has(name), name)
      for (const { key, options } of prospect_options.attributes) {
        const values = prospects.flatMap(({ attributes }) => attributes[key] ?? [])
        assert.ok(values.length > 5, key)
        for (const option of options) assert.ok(values.includes(option), `${key} ${option}`)
      }
      for (const consultant of prospect_options.consultants) {
        assert.ok(used('consultant').has(consultant), consultant)
        assert.equal(staff.find((one) => names(one) === consultant)!.status, 'Active')
      }
    })

    test('went through the stages in order, days apart, in office hours, and in the past', () => {
      for (const { stage, stage_history, notes = [], tags, created_at, updated_at, date_of_lead } of prospects) {
        assert.deepEqual([stage_history[0].stage, stage_history.at(-1).stage], ['New', stage])
        assert.equal(stage_history[0].at, created_at)
        assert.ok(date_of_lead <= dateOf(localOf(created_at, zone)), date_of_lead)
        const order = stage_history.map((step: Row) =>
          prospect_options.stages.findIndex(({ name }: Row) => name === step.stage),
        )
        assert.deepEqual(
          order,
          order.toSorted((a: number, b: number) => a - b),
        )
        // Urgent enquiries are contacted on the same day.
        const days = new Set(stage_history.map(({ at }: Row) => dateOf(localOf(at, zone)))).size
        assert.equal(days, stage_history.length - (tags.includes('urgent') && stage_history[1] ? 1 : 0))
        const instants = stage_history.map(({ at }: Row) => at)
        assert.deepEqual(instants, instants.toSorted())
        const written = notes.map((note: Row) => note.created_at)
        assert.deepEqual(written, written.toSorted())
        for (const at of [...instants, ...written]) {
          assertOffice(at)
          assert.ok(created_at <= at && at <= updated_at && Date.parse(at) <= now, at)
        }
      }
    })

    test('are contacted in time and have notes without contradictions', () => {
      assert.ok(prospects.some(({ tags, stage_history }) => tags.includes('urgent') && stage_history.length > 1))
      for (const { tags, stage_history, created_at, date_of_lead, source, attributes, ...one } of prospects) {
        const contacted = stage_history[1] ? Date.parse(stage_history[1].at) : now
        if (tags.includes('urgent')) assert.ok(contacted - Date.parse(created_at) <= 86_400_000, names(one))
        if (source === 'Website') assert.equal(date_of_lead, dateOf(localOf(created_at, zone)))
        const all = (one.notes ?? []).map((note: Row) => `${note.note_type}: ${note.notes}`).join('\n')
        assert.doesNotMatch(all, /two carers close by.*outside of|at our office.*Home visit:/s)
        const times = attributes.preferred_times
        if (/\bmornings\b/.test(all)) assert.ok(times?.includes('Mornings') ?? true, `${times} ${all}`)
        assert.doesNotMatch(one.initial_comments ?? '', /late at night/)
      }
    })

    test('have follow-up dates while open, some overdue, and never before the last event', () => {
      for (const one of prospects) {
        const { followup_date, updated_at } = one
        if (categoryOf(one) !== 'open') assert.equal(followup_date, null)
        if (followup_date === null) continue
        assert.ok(
          dateOf(localOf(updated_at, zone)) < followup_date && followup_date <= addDays(today, 14),
          followup_date,
        )
        const isWorkday = new Date(`${followup_date}T00:00:00Z`).getUTCDay() % 6 !== 0
        assert.ok(followup_date >= addDays(today, -8) && isWorkday, followup_date)
      }
      const dates = open.flatMap(({ followup_date }) => followup_date ?? [])
      const [late, ahead] = [dates.filter((date) => date < today), dates.filter((date) => date > today)]
      assert.ok(dates.length > open.length * 0.7, `${dates.length} of ${open.length} are followed up`)
      assert.ok(late.length >= 3 && ahead.length > 15, `${late.length} are late, ${ahead.length} ahead`)
    })

    test('are mostly clients if won, and otherwise have almost no client’s name', () => {
      const won = prospects.filter((one) => categoryOf(one) === 'won')
      const linked = prospects.filter(({ client_id }) => client_id !== null)
      assert.ok(linked.length > won.length * 0.6, `${linked.length} of ${won.length} are clients`)
      assert.deepEqual([...new Set(linked.map(categoryOf))], ['won'])
      assert.equal(new Set(linked.map(({ client_id }) => client_id)).size, linked.length)
      for (const one of linked) {
        const client = clients.find(({ id }) => id === one.client_id)!
        assert.equal(names(one), names(client))
        assert.equal(client.status, 'Active')
        // A client created by a conversion is as old as the conversion.
        const wonAt = one.stage_history.at(-1).at
        if (one.conversion === 'created') assert.equal(wonAt.slice(0, 23), client.created_at.slice(0, 23))
        else assert.ok(client.created_at < one.created_at, names(one))
      }
      const others = prospects.filter(({ client_id }) => client_id === null)
      assert.equal(new Set(others.map(names)).size, others.length)
      const taken = new Set([...staff, ...clients].map(names))
      assert.ok(others.filter((one) => taken.has(names(one))).length <= 3)
    })

    test('have a reason if lost, seldom repeat a text, and contain no he or she', () => {
      const times = new Map<string, number>()
      for (const one of prospects) {
        const { initial_comments, notes = [], funding_type, stage_history } = one
        const texts = [...(initial_comments ? [initial_comments] : []), ...notes.map((note: Row) => note.notes)]
        for (const text of texts) {
          times.set(text, (times.get(text) ?? 0) + 1)
          assert.doesNotMatch(text, /\b(s?he|him|his|hers?|himself|herself)\b/i)
          if (/\bplan (manager|review)\b/i.test(text)) assert.equal(funding_type, 'NDIS')
        }
        if (categoryOf(one) === 'lost') assert.ok(notes.at(-1)?.created_at >= stage_history.at(-1).at, names(one))
      }
      for (const [text, count] of times) assert.ok(count <= 6, `${count} times: ${text}`)
      const comments = prospects.flatMap(({ initial_comments }) => initial_comments ?? [])
      assert.ok(comments.length > prospects.length * 0.85, `${comments.length} comments`)
      assert.ok(new Set(comments).size > comments.length * 0.85, `${new Set(comments).size} different comments`)
    })

    test('have only reserved addresses and numbers', () => {
      for (const { email, phone } of prospects) {
        assert.match(`${email} ${phone}`, /^(null|\S+@example\.com) 02 (5550|7010) \d{4}$/)
      }
    })

    test('have unique numbers and names, so that all but three convert without a duplicate warning', () => {
      assert.equal(new Set(prospects.map(({ phone }) => phone)).size, prospects.length)
      const nine = (phone: string | null) => phone?.replace(/\D/g, '').slice(-9)
      const like = prospects.filter((one) =>
        clients.some(
          (client) =>
            client.id !== one.client_id &&
            (names(client).toLowerCase() === names(one).toLowerCase() ||
              (one.email !== null && client.primary_contact_email === one.email) ||
              nine(client.primary_contact_number) === nine(one.phone)),
        ),
      )
      assert.ok(like.length >= 1 && like.length <= 3, like.map(names).join())
      for (const { email, first_name } of prospects) {
        const plain = first_name.normalize('NFD').replace(/[^A-Za-z]/g, '')
        assert.ok(email === null || email.startsWith(`${plain.toLowerCase()}.`), `${first_name} ${email}`)
      }
    })
  })
}

test('prospects of the demo are exported as imported', async () => {
  const { business_locations, clients, prospects, prospect_options } = demoBundle(Date.UTC(2026, 6, 2)) as Row
  const demo = { business_locations, clients, prospect_options, prospects }
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, demo)
  const exported = JSON.parse(await exportText(pool, orgId))
  assert.deepEqual([exported.prospect_options, exported.prospects], [prospect_options, prospects])
})
