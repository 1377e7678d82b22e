import type { FieldErrors } from './field-errors.ts'

const unknownNote = { note_ref: ['note_ref must be the ref of a note of this organisation.'] }

/** Constraint name -> field errors. The database checks the rules between records. */
export const constraintErrors: Record<string, FieldErrors> = {
  client_business_fk: { business_id: ['business_id must be the id of a business location of this organisation.'] },
  appointment_times: { end: ['end must be after start, and at most 7 days after it.'] },
  billable_open_key: { task_ids: ['A charge of these tasks was billed meanwhile; try again.'] },
  dashboard_space_fk: { space_id: ['space_id must be the id of a space of this organisation.'] },
  insight_space_fk: { space_id: ['space_id must be the id of a space of this organisation.'] },
  form_submission_note_fk: unknownNote,
  form_submission_task_note_fk: unknownNote,
  form_submission_shift_note_fk: unknownNote,
}
