/**
 * What belongs to a task, a shift or a submission stands whole in its record, which every change of it gives back. A megabyte
 * of it takes 10 to 20 ms of the thread each time, so there are limits; 256 KB is what the steps of a form have at most. Imports are not held to them.
 */
export const mostCharges = 100
export const mostDocuments = 100
const maxBytes = 256 * 1024
/** What a note's record has beside its text as JSON. */
const bytesBeside = 98

/** For descriptions and messages. */
export const mostTogether = '256 KB together, each counted with 100 bytes more'

/** SQL: the bytes of the notes that are read, as JSON. Some may stand in the record twice. */
export const noteBytes = (isTwice = 'false') =>
  `coalesce(sum((octet_length(to_json(notes)::text) + ${bytesBeside}) * case when ${isTwice} then 2 else 1 end), 0)`

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) + bytesBeside

/** Why a record whose other notes have so many bytes does not take this one. */
export const noRoomFor = (notes: string, otherBytes: number, record: 'task' | 'shift'): string | undefined =>
  otherBytes + bytesOf(notes) > maxBytes ? `notes of one ${record} must have at most ${mostTogether}.` : undefined

/** Attributes of a prospect come one by one, and stand in every page of prospects. */
const maxAttributeBytes = 64 * 1024

/** Why a prospect cannot have these attributes. */
export const noRoomForAttributes = (attributes: object): string | undefined =>
  Buffer.byteLength(JSON.stringify(attributes)) > maxAttributeBytes
    ? 'attributes of one prospect must have at most 64 KB together.'
    : undefined

/** Why the history of a submission cannot become this one. */
export const noRoomInHistory = (lines: readonly { note?: string | null }[]): string | undefined =>
  lines.reduce((bytes, { note }) => bytes + bytesOf(note ?? ''), 0) > maxBytes
    ? `notes in the history of one submission must have at most ${mostTogether}.`
    : undefined
