/**
 * A small organisation that has a record of every kind, as a bundle. Ids are the same for every organisation, so that one organisation's id is
 * always another's too, and every text that people write holds a word that only this organisation has. `above` moves all ids: what is
 * imported a second time, so, are records that only one organisation has.
 */
export function worldOf(word: string, above = 0) {
  const id = (n: number) => n + above
  const day = (n: number) => `2026-11-${String(16 + (n % 14)).padStart(2, '0')}`
  const people = { client_ids: [id(7)], staff_ids: [id(31)] }
  /** Single shifts of one day each, so that none is in the way of another; the ref is a:<id + 700>. */
  const shift = (n: number, more: object = {}) => ({
    ...{
      id: id(n),
      title: `Visit ${word}`,
      start: `${day(n - 100)} 09:00:00`,
      end: `${day(n - 100)} 10:00:00`,
      address: `1 ${word} St`,
    },
    ...people,
    appointments: [{ id: id(n + 700), client_id: id(7), employee_id: id(31) }],
    ...more,
  })
  const charge = (n: number, primary = true) => ({
    ...{
      id: id(n),
      name: `Charge ${word}`,
      price_code: id(11),
      minutes: 60,
      total_cost: 67.56,
      claim_type: 'Standard',
      primary,
    },
  })
  const task = (n: number, more: object = {}) => ({
    ...{ id: id(n), title: `Task ${word}`, date: day(n), client_id: id(7), assignee_id: id(31), minutes: 60, ...more },
  })
  const prospect = (n: number, more: object = {}) => ({
    ...{
      id: id(n),
      first_name: `Max${n}`,
      last_name: word,
      email: `max${n}@${word}.example`,
      suburb: word,
      stage: 'New',
      tags: [word],
      ...more,
    },
  })
  const fields = [
    { type: 'client', label: `Client ${word}`, key: 'client' },
    { type: 'staff', label: 'By whom', key: 'staff' },
    { type: 'text', label: `Street ${word}`, key: 'street' },
  ]
  const form = (n: number, published: 'on' | 'off') => ({
    ...{ id: id(n), key: `form-${id(n)}`, name: `Form ${word}`, description: word, published, tags: [word] },
    steps: [{ key: 'only', title: word, fields, routing: [] }],
    client_prefill: { enabled: true, client_field: 'client', map: { street: 'address' } },
  })
  const insight = (n: number, spec: object) => ({
    ...{
      id: id(n),
      name: `Insight ${word}`,
      description: word,
      spec,
      space_id: id(1),
      subfolder_id: `monthly-${id(1)}`,
    },
  })
  const dashboard = (n: number) => ({
    ...{ id: id(n), name: `Board ${word}`, description: word, space_id: id(1), subfolder_id: `monthly-${id(1)}` },
    cards: [
      { id: id(n + 100), type: 'insight', insight_id: id(95), position: { x: 0, y: 0, w: 6, h: 4 } },
      { id: id(n + 110), type: 'text', text: `For ${word}`, position: { x: 6, y: 0, w: 10, h: 4 } },
    ],
  })
  const note = (n: number, more: object) => ({
    ...{
      id: id(n),
      title: `Call ${word}`,
      note_type: `Type ${word}`,
      notes: `Well, says ${word}.`,
      author_id: id(31),
      source: 'web',
    },
    ...{ date: day(n), answers: [{ key: 'mood', label: `Mood ${word}`, value: word }], ...more },
  })
  const series = { every: 1, unit: 'Week', on_days: ['Mon'], ends_on: '2026-11-30' }

  return {
    organisation: { name: `${word} Care`, timezone: 'Australia/Sydney', owner_id: 31 },
    business_locations: [1, 2].map((n) => ({ id: id(n), name: `North ${word}` })),
    staff: [31, 32, 33, 34].map((n) => ({
      ...{
        id: id(n),
        first_name: `Ana${n}`,
        last_name: word,
        email: `ana${n}@${word}.example`,
        phone: `04 ${word}`,
        status: 'Active',
      },
    })),
    clients: [7, 8, 9, 13].map((n) => ({
      ...{
        id: id(n),
        first_name: `Joan${n}`,
        last_name: word,
        client_type: 'NDIS',
        business_id: id(1),
        language: word,
      },
      ...{ address: `${n} ${word} St`, primary_contact_email: `j${n}@${word}.example`, primary_contact_number: word },
    })),
    sites: [3, 4].map((n) => ({
      ...{
        id: id(n),
        name: `House ${word}`,
        type: word,
        address: `${word} Rd`,
        manager: word,
        tags: [word],
        client_capacity: 4,
      },
      ...{ participant_ids: [id(7)], support_staff_ids: [id(31)], admin_staff_ids: [id(32)] },
    })),
    price_codes: [11, 14].map((n) => ({
      ...{
        id: id(n),
        code: `${n}_${word}`,
        name: `Care ${word}`,
        unit: 'hour',
        price: 67.56,
        claim_types: ['Standard', 'Travel'],
      },
    })),
    shift_series: [{ id: id(5), recurrence: series }],
    shifts: [
      shift(101, {
        ...{ notes: [{ id: id(301), staff_id: id(31), notes: `Seen ${word}`, created_at: '2026-11-01 10:00:00' }] },
        services: [{ staff_id: id(31), service: `Care ${word}` }],
        segments: [
          ...[
            { id: id(201), start: `${day(1)} 09:00:00`, end: `${day(1)} 10:00:00`, service: word, staff_ids: [id(31)] },
          ],
        ],
      }),
      shift(102, { is_draft: true }),
      ...[103, 104, 106, 108, 109].map((n) => shift(n)),
      ...[105, 112].map((n) =>
        shift(n, { attendance: [{ staff_id: id(31), check_in: '2026-11-14 09:00:00', check_out: null }] }),
      ),
      shift(107, {
        cancellation: {
          ...{
            cancelled_at: '2026-11-10T00:00:00Z',
            cancelled_by: 'client',
            reason: word,
            note: word,
            short_notice: false,
          },
          charge_client: false,
        },
      }),
      {
        ...{
          id: id(110),
          type: 'group',
          title: `Outing ${word}`,
          start: '2026-12-01 09:00:00',
          end: '2026-12-01 10:00:00',
        },
        ...{ client_ids: [id(7), id(8)], staff_ids: [id(32)], site_id: id(3) },
      },
      shift(111, { start: '2026-11-30 14:00:00', end: '2026-11-30 15:00:00', series_id: id(5) }),
    ],
    tasks: [
      task(50, {
        ...{ charges: [charge(120), charge(121, false)], billable: true },
        notes: [{ id: id(320), type: 'General', notes: `Call ${word}`, created_at: '2026-11-01 10:00:00' }],
        documents: [{ id: id(330), name: `${word}.pdf`, created_at: '2026-11-01 10:00:00' }],
      }),
      task(51, { recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_after: 1 }, date: '2026-11-30' }),
      ...[52, 53].map((n) => task(n)),
      task(54, { charges: [charge(122), charge(123, false)] }),
      task(55, { charges: [charge(124), charge(125, false)] }),
      task(56, { charges: [charge(126)] }),
      ...[57, 58, 59].map((n) => task(n, { charges: [charge(70 + n)], billable: true, completed: true })),
    ],
    billables: [
      { id: id(90), task_id: id(58), charge_id: id(128), status: 'pending' },
      { id: id(91), task_id: id(59), charge_id: id(129), status: 'invoiced', invoice_number: `INV-${word}` },
    ],
    prospect_options: {
      stages: [
        ...[
          { name: 'New', category: 'open' },
          { name: `Stage ${word}`, category: 'open' },
          { name: 'Won', category: 'won' },
        ],
      ],
      ...{ sources: [`Source ${word}`], consultants: [`Ana ${word}`] },
      attributes: [{ key: 'hobbies', label: `Hobbies ${word}`, type: 'multiselect', options: ['Chess', word] }],
    },
    prospects: [
      prospect(60, {
        ...{
          source: `Source ${word}`,
          consultant: `Ana ${word}`,
          initial_comments: word,
          attributes: { hobbies: [word] },
        },
        notes: [
          { id: id(340), note_type: word, notes: `Soon, says ${word}`, by: word, created_at: '2026-10-02T09:30:00Z' },
        ],
      }),
      prospect(61, { client_id: id(9) }),
      ...[62, 63, 64].map((n) => prospect(n)),
    ],
    note_templates: [{ id: id(4), name: `Daily ${word}`, questions: [{ key: 'mood', label: `Mood ${word}` }] }],
    notes: [
      ...[70, 72, 73].map((n) => note(n, { client_id: id(7) })),
      note(70, {
        ...{ kind: 'Appointment', shift_id: id(101), template: { id: id(4), name: `Daily ${word}` }, date: null },
        shift_cautions: [{ code: word.toLowerCase(), text: `Falls ${word}` }],
      }),
      note(70, { kind: 'Task', task_id: id(50), client_id: id(7) }),
    ],
    forms: [form(80, 'on'), form(81, 'off'), form(82, 'on'), form(83, 'off')],
    form_submissions: [85, 86].map((n) => ({
      ...{
        id: id(n),
        form_id: id(80),
        submitter: `Bo ${word}`,
        email: `bo@${word}.example`,
        status: 'Submitted',
        type: 'form',
      },
      ...{ submitted_at: '2026-11-03 08:00:00', client_id: id(7), assignee_id: id(31), note_ref: `general:${id(70)}` },
      answers: [{ key: 'street', label: `Street ${word}`, type: 'text', value: `${word} St` }],
      history: [{ status: 'Submitted', by: word, at: '2026-11-02T21:00:00.000000Z', note: word }],
    })),
    spaces: [{ id: id(1), name: `Space ${word}`, subfolders: [{ id: `monthly-${id(1)}`, name: `Monthly ${word}` }] }],
    insights: [
      insight(95, { source: 'clients', group_by: 'language', visualization: 'table' }),
      insight(96, { source: 'tasks', group_by: 'client', visualization: 'bar' }),
      insight(98, { source: 'staff' }),
    ],
    dashboards: [dashboard(97), dashboard(99)],
  }
}

/** A batch of an import by the API, which no bundle has. */
export const batchOf = (word: string, above = 0) => ({
  id: `imp_${String(1000 + above).padStart(20, '0')}`,
  answer: {
    ...{ batch: `imp_${String(1000 + above).padStart(20, '0')}`, succeeded: 0, failed: 1 },
    results: [{ index: 0, ok: false, error: `${word} is wrong.`, errors: { last_name: [word] }, warnings: [] }],
  },
})
