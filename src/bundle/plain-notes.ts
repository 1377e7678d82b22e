/**
 * Notes of tasks and shifts stand in a bundle in two places. Their task or shift nests those that say no more than it can show
 * there, which is all that another system has as a rule; the others are rows of `notes`. One condition decides for exports
 * which is where, and for imports which of them a task or shift that is imported again is to leave alone.
 */
const unset = ['title', 'date', 'author_name', 'employee_id', 'template_id']
const empty = ['attachments', 'answers', 'shift_cautions']
/** What a nested note may have at most; notes of their own may have twice as much. */
export const longestNested = 10_000

const without = (unsetToo: readonly string[], further: string) => (note: string) =>
  `(${[
    ...[...unset, ...unsetToo].map((column) => `${note}.${column} is null`),
    ...empty.map((column) => `${note}.${column} = '[]'`),
    `${note}.source = 'import'`,
    `${note}.updated_at = ${note}.created_at`,
    `length(${note}.notes) <= ${longestNested}`,
  ].join(' and ')}${further.replaceAll('n.', `${note}.`)})`

/** SQL over a note of a task, or of a shift, under the given name. */
export const saysNoMore = {
  task: without(['author_id'], ''),
  shift: without(['client_id'], ` and n.note_type = 'General'`),
}

/** The tables of clients' streams, which triggers keep by the notes that are written. */
export const noteStream = ['client_note', 'client_note_state']
