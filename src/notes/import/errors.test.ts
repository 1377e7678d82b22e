import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { emptyOrganisation, exportText, importTo, problemsOf } from '../../../test/factories/bundles/bundles.ts'
import { baseBundle, completeBundle, note } from '../../../test/factories/bundles/notes.ts'
import { task } from '../../../test/factories/bundles/tasks.ts'
import { shift } from '../../../test/factories/roster/shifts.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const ofTask = (fields: object = {}) => note({ kind: 'Task', task_id: 50, ...fields })
const ofShift = (fields: object = {}) => note({ kind: 'Appointment', shift_id: 101, ...fields })
const many = (count: number, one: (index: number) => object) => Array.from({ length: count }, (_, index) => one(index))
const revision = { notes: 'Before', date: '2026-11-01' }

describe('rejects, with its path,', () => {
  const rejected: [what: string, notes: object[], problems: string[]][] = [
    [
      'a kind that there is not',
      [note({ kind: 'Visit' })],
      ['notes[0].kind: must be one of General, Task, Appointment.'],
    ],
    [
      'notes of nothing',
      [{ id: 1 }, { id: 2, kind: 'Task' }, { id: 3, kind: 'Appointment' }],
      [
        'notes[0].client_id: is required.',
        'notes[0].notes: is required.',
        'notes[1].notes: is required.',
        'notes[1].task_id: is required.',
        'notes[2].notes: is required.',
        'notes[2].shift_id: is required.',
      ],
    ],
    [
      'what notes of another kind have',
      [note({ task_id: 50 }), ofTask({ shift_id: 101 }), ofShift({ revisions: [] })],
      [
        'notes[0].task_id: is not supported.',
        'notes[1].shift_id: is not supported.',
        'notes[2].revisions: is not supported.',
      ],
    ],
    [
      'what is too long or too much',
      [
        note({ title: 'x'.repeat(256), note_type: 'x'.repeat(101), notes: 'x'.repeat(20_001), source: 'fax' }),
        note({ id: 71, attachments: many(51, (id) => ({ id: id + 1, name: 'a' })) }),
        note({ id: 72, answers: many(201, (key) => ({ key: `${key}`, value: 1 })) }),
        note({ id: 73, shift_cautions: many(51, () => ({ code: 'a', text: 'b' })) }),
      ],
      [
        'notes[0].title: must have at most 255 characters.',
        'notes[0].note_type: must have at most 100 characters.',
        'notes[0].notes: must have at most 20000 characters.',
        'notes[0].source: must be one of web, app, api, import.',
        'notes[1].attachments: must have 0 to 50 items.',
        'notes[2].answers: must have 0 to 200 items.',
        'notes[3].shift_cautions: must have 0 to 50 items.',
      ],
    ],
    [
      'what is wrong inside',
      [
        note({ attachments: [{ name: ' ', size: -1 }], date: '2026-02-30' }),
        note({ id: 71, answers: [{ key: ' ' }], shift_cautions: [{ code: 'falls' }] }),
        note({ id: 72, template: { id: 4 }, revisions: [{ notes: 'x' }] }),
      ],
      [
        'notes[0].date: must be a date such as 2026-11-30.',
        'notes[0].attachments[0].id: is required.',
        'notes[0].attachments[0].name: must not be blank.',
        'notes[0].attachments[0].size: must be 0 or greater.',
        'notes[1].answers[0].value: is required.',
        'notes[1].answers[0].key: must not be blank.',
        'notes[1].shift_cautions[0].text: is required.',
        'notes[2].template.name: is required.',
        'notes[2].revisions[0].date: is required.',
      ],
    ],
    [
      'an answer given twice, and an author who is both somebody and a connection',
      [
        note({
          author_id: 31,
          author: 'Care app',
          answers: [
            { key: 'a', value: 1 },
            { key: 'a', value: 2 },
          ],
        }),
        note({
          id: 71,
          revisions: [
            {
              ...revision,
              answers: [
                { key: 'a', value: 1 },
                { key: 'a', value: 1 },
              ],
            },
          ],
        }),
      ],
      [
        'notes[0].author: is only supported without an author_id.',
        'notes[0].answers[1].key: a is already answered at answers[0].',
        'notes[1].revisions[0].answers[1].key: a is already answered at answers[0].',
      ],
    ],
    [
      'links that lead nowhere',
      [
        note({ client_id: 1, author_id: 2, employee_id: 3, revisions: [{ ...revision, template_id: 4 }] }),
        ofTask({ task_id: 5, client_id: null }),
        ofShift({ shift_id: 6, client_id: null, author_id: 9 }),
      ],
      [
        'notes[0].client_id: there is no 1 in clients of the bundle or the organisation.',
        'notes[0].author_id: there is no 2 in staff of the bundle or the organisation.',
        'notes[0].employee_id: there is no 3 in staff of the bundle or the organisation.',
        'notes[0].revisions[0].template_id: there is no 4 in note_templates of the bundle or the organisation.',
        'notes[1].task_id: there is no 5 in tasks of the bundle or the organisation.',
        'notes[2].shift_id: there is no 6 in shifts of the bundle or the organisation.',
        'notes[2].author_id: there is no 9 in staff of the bundle or the organisation.',
      ],
    ],
    [
      'ids given twice for one kind',
      [ofTask(), note(), ofShift(), note(), ofTask()],
      ['notes[3].id: 70 is already the id of notes[1].', 'notes[4].id: 70 is already the id of notes[0].'],
    ],
    [
      'another client than the task’s',
      [ofTask({ client_id: 8 }), ofTask({ id: 71, task_id: 51, client_id: 7 })],
      [
        'notes[0].client_id: must be 7, the client of task 50, or left out.',
        'notes[1].client_id: must be null or left out: task 51 has no client.',
      ],
    ],
    [
      'a client and a segment that the shift does not have',
      [ofShift({ client_id: 8, segment_id: 202 }), ofShift({ id: 71, shift_id: 102, client_id: 8, segment_id: 201 })],
      [
        'notes[0].client_id: must be a client of shift 101, or left out: the note is then of all of them.',
        'notes[0].segment_id: must be the id of a segment of shift 101.',
        'notes[1].segment_id: must be the id of a segment of shift 102.',
      ],
    ],
  ]
  for (const [what, notes, problems] of rejected) {
    test(what, async () => {
      // Of the bundle, and of the organisation.
      const errorsOf = async (orgId: number, bundle: object) =>
        (await problemsOf(pool, orgId, bundle)).map((problem) => problem.replace(/; supported fields are .*/, '.'))
      assert.deepEqual(await errorsOf(await emptyOrganisation(pool), { ...baseBundle, notes }), problems)
      const orgId = await emptyOrganisation(pool)
      await importTo(pool, orgId, baseBundle)
      const before = await exportText(pool, orgId)
      assert.deepEqual(await errorsOf(orgId, { notes }), problems)
      assert.equal(await exportText(pool, orgId), before)
    })
  }

  test('one note twice, nested and as a row', async () => {
    const segment = { start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00', service: 'Care' }
    const bundle = {
      ...baseBundle,
      tasks: [task({ id: 50, notes: [{ notes: 'a' }, { id: 70, notes: 'b' }] })],
      shifts: [
        shift({
          id: 101,
          notes: [{ id: 70, notes: 'a' }],
          segments: [{ ...segment, shift_notes: [{ id: 71, notes: 'b' }] }],
        }),
      ],
      notes: [note(), ofTask({ client_id: null }), ofShift(), ofShift({ id: 71 })],
    }
    assert.deepEqual(await problemsOf(pool, await emptyOrganisation(pool), bundle), [
      'notes[2].id: 70 is already given at shifts[0].notes[0].id.',
      'notes[3].id: 71 is already given at shifts[0].segments[0].shift_notes[0].id.',
      'notes[1].id: 70 is already given at tasks[0].notes[1].id.',
    ])
  })

  test('a nested id that a note of another task has', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, completeBundle)
    assert.deepEqual(await problemsOf(pool, orgId, { tasks: [task({ id: 51, notes: [{ id: 70, notes: 'b' }] })] }), [
      'tasks[0].notes[0].id: 70 belongs to tasks 50 of the organisation.',
    ])
  })

  test('templates without a name, and duplicate questions', async () => {
    const input = { key: 'a', label: 'A' }
    const note_templates = [{ id: 1 }, { id: 2, name: 'Daily', questions: [input, input] }, { id: 2, name: 'Daily' }]
    assert.deepEqual(await problemsOf(pool, await emptyOrganisation(pool), { note_templates }), [
      'note_templates[0].name: is required.',
      'note_templates[1].questions[1].key: a is already asked at questions[0].',
      'note_templates[2].id: 2 is already the id of note_templates[1].',
    ])
  })

  test('names that notes have only while they are imported', async () => {
    assert.deepEqual(await problemsOf(pool, await emptyOrganisation(pool), { task_notes: [], general_notes: [] }), [
      'task_notes: is not part of a bundle.',
      'general_notes: is not part of a bundle.',
    ])
  })
})

test('the client of a note is that of its task, and one of its shift’s, as the bundle has them', async () => {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, baseBundle)
  const now = { tasks: [task({ id: 50, client_id: 8 })], shifts: [shift({ id: 101, client_ids: [9] })] }
  const notes = [ofTask({ client_id: 8 }), ofShift({ client_id: 9 })]
  assert.deepEqual((await importTo(pool, orgId, { ...now, notes })).counts.notes, {
    created: 2,
    updated: 0,
    unchanged: 0,
  })
  const before = { ...now, notes: [ofTask({ client_id: 7 }), ofShift({ client_id: 7 })] }
  assert.deepEqual(
    (await problemsOf(pool, orgId, before)).map((problem) => problem.split(':')[0]),
    ['notes[0].client_id', 'notes[1].client_id'],
  )
})
