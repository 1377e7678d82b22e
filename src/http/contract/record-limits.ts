/**
 * The record of a task, shift or submission contains all its charges, notes and documents, and every change returns it.
 * A megabyte takes 10 to 20 ms of the event loop each time, so there are limits; 256 KB is also that of a form's steps.
 * They do not apply to imports.
 */
export const maxCharges = 100
export const maxDocuments = 100
const maxBytes = 256 * 1024
/** The bytes of a note's record beside its text, as JSON. */
const bytesBeside = 98

/** The limit for descriptions and messages. */
export const noteLimitText = '256 KB together, each counted with 100 bytes more'

/** SQL of the bytes of notes, as JSON. Some may be in the record twice. */
export const noteBytes = (isTwice = 'false') =>
  `coalesce(sum((octet_length(to_json(notes)::text) + ${bytesBeside}) * case when ${isTwice} then 2 else 1 end), 0)`

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) + bytesBeside

/** The error of adding a note to a record whose other notes have `otherBytes`; undefined within the limit. */
export const noteLimitError = (notes: string, otherBytes: number, record: 'task' | 'shift'): string | undefined =>
  otherBytes + bytesOf(notes) > maxBytes ? `notes of one ${record} must have at most ${noteLimitText}.` : undefined

/** Attributes of a prospect are added one by one, and every page of prospects contains them. */
const maxAttributeBytes = 64 * 1024

/** The error of attributes over the limit. */
export const attributesLimitError = (attributes: object): string | undefined =>
  Buffer.byteLength(JSON.stringify(attributes)) > maxAttributeBytes
    ? 'attributes of one prospect must have at most 64 KB together.'
    : undefined

/** The error of a submission's history over the limit. */
export const historyLimitError = (lines: readonly { note?: string | null }[]): string | undefined =>
  lines.reduce((bytes, { note }) => bytes + bytesOf(note ?? ''), 0) > maxBytes
    ? `notes in the history of one submission must have at most ${noteLimitText}.`
    : undefined
