/**
 * A bundle contains notes of tasks and shifts in two ways. Plain notes are nested in their task or shift; notes with further
 * fields are rows of `notes`. One condition decides which notes an export nests, and which notes the import of a task or shift
 * leaves unchanged.
 */
const unset = ['title', 'date', 'author_name', 'employee_id', 'template_id']
const empty = ['attachments', 'answers', 'shift_cautions']
/** The maximum length of a nested note. Rows of `notes` may be twice as long. */
export const maxNestedLength = 10_000

const plain = (furtherUnset: readonly string[], further: string) => (note: string) =>
  `(${[
    ...[...unset, ...furtherUnset].map((column) => `${note}.${column} is null`),
    ...empty.map((column) => `${note}.${column} = '[]'`),
    `${note}.source = 'import'`,
    `${note}.updated_at = ${note}.created_at`,
    `length(${note}.notes) <= ${maxNestedLength}`,
  ].join(' and ')}${further.replaceAll('n.', `${note}.`)})`

/** SQL conditions for a plain note of a task or of a shift; the argument is the note's alias. */
export const isPlainNote = {
  task: plain(['author_id'], ''),
  shift: plain(['client_id'], ` and n.note_type = 'General'`),
}

/** The tables of clients' note streams, which triggers fill. */
export const noteStreamTables = ['client_note', 'client_note_state']
