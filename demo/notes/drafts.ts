import type { Caution } from './cautions.ts'

/** The fields of the demo's shifts, tasks and clients that notes use. */
export interface Shift {
  id: number
  type: string
  title: string
  end: string
  client_ids: number[]
  staff_ids: number[]
  services: { service: string }[]
  attendance: { check_out: string | null }[]
  notes: { id: number }[]
}
export interface Task {
  id: number
  title: string
  client_id: number | null
  assignee_id: number
  completed: boolean
  notes: { id: number }[]
  created_at: string
  updated_at: string
}
export interface Client {
  id: number
  first_name: string
  status: string
  created_at: string
}

/** A note before it has an id. */
export interface Draft {
  client_id: number | null
  title?: string
  note_type: string
  notes: string
  date?: string
  author_id: number
  source: 'web' | 'app'
  files?: readonly string[]
  answers?: object[]
  cautions?: Caution[]
  employee_id?: number
  template?: { id: number; name: string }
  task_id?: number
  shift_id?: number
  revisions?: object[]
  at: number
  updated?: number
}

export const daily = { id: 1, name: 'Daily support note' }
export const incident = { id: 2, name: 'Incident summary' }
export const questions = {
  daily: { mood: 'How was their mood?', meals: 'What was eaten?', fluids: 'Fluids in ml', pain: 'Any pain?' },
  incident: { hurt: 'Was anybody hurt?', told: 'Who was told?', follow_up: 'What follows?' },
}
/** Answers to all questions of a template, by their keys. */
export const answered = (labels: Record<string, string>, values: Record<string, unknown>) =>
  Object.entries(labels).map(([key, label]) => ({ key, label, value: values[key] }))
