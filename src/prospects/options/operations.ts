import {
  type AttributeType,
  firstStage,
  hasOptions,
  listNames,
  maxAttributes,
  maxNames,
  maxStages,
  type ProspectAttribute,
  type StageCategory,
  type StoredOptions,
} from './options.ts'

export const optionKinds = ['stage', 'source', 'consultant', 'attribute', 'tag'] as const
export const optionOps = ['add', 'rename', 'move', 'update', 'remove'] as const
export type OptionKind = (typeof optionKinds)[number]

/** One operation, as its schema has it. Which fields it takes depends on `op` and `kind`. */
export interface OptionOperation {
  op: (typeof optionOps)[number]
  kind: OptionKind
  /** The option's name; of an attribute, its key. */
  name?: string
  to?: string
  position?: number
  replace_with?: string
  category?: StageCategory
  key?: string
  label?: string
  type?: AttributeType
  options?: string[]
}

/** What an operation means for the prospects that have the option. */
export type ProspectChange =
  | { change: 'rename'; kind: OptionKind; from: string; to: string }
  | { change: 'remove'; kind: OptionKind; from: string; to: string | undefined }
  /** Options of an attribute that no prospect may have as a value. */
  | { change: 'narrow'; kind: 'attribute'; from: string; options: string[] }

/** A problem with one field of an operation. The message follows its name. */
export class OperationError extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

const lists = {
  stage: { of: 'stages', max: maxStages },
  source: { of: 'sources', max: maxNames },
  consultant: { of: 'consultants', max: maxNames },
  attribute: { of: 'attributes', max: maxAttributes },
  tag: { of: 'tags', max: maxNames },
} as const

type Entry = StoredOptions[keyof StoredOptions][number]
const nameOf = (entry: Entry): string => (typeof entry === 'string' ? entry : 'key' in entry ? entry.key : entry.name)
const entriesOf = (options: StoredOptions, kind: OptionKind): readonly Entry[] => options[lists[kind].of]
const withEntries = (options: StoredOptions, kind: OptionKind, entries: readonly Entry[]): StoredOptions => ({
  ...options,
  [lists[kind].of]: entries,
})
export const namesOf = (options: StoredOptions, kind: OptionKind): string[] => entriesOf(options, kind).map(nameOf)

/** The fields that each operation may have besides `op` and `kind`. */
function fieldsOf({ op, kind }: OptionOperation): readonly string[] {
  const own = kind === 'stage' ? ['category'] : kind === 'attribute' ? ['label', 'options'] : []
  if (op === 'add') return ['name', 'position', ...own, ...(kind === 'attribute' ? ['key', 'type'] : [])]
  if (op === 'rename') return ['name', 'to', ...(kind === 'attribute' ? ['label'] : [])]
  if (op === 'move') return ['name', 'position']
  if (op === 'update') return ['name', ...own]
  return ['name', 'replace_with']
}

/** Applies one operation to the options. `inUse` are names outside the list that may be changed: tags of prospects. */
export function applyOperation(
  options: StoredOptions,
  operation: OptionOperation,
  inUse: readonly string[] = [],
): { options: StoredOptions; change?: ProspectChange } {
  rejectOtherFields(operation)
  if (operation.op === 'add') return { options: add(options, operation) }
  const { kind, name } = operation
  if (name === undefined) throw new OperationError('name', 'is required')
  const isListed = namesOf(options, kind).includes(name)
  if (!isListed && !inUse.includes(name)) {
    throw new OperationError('name', `must be one of ${listNames([...namesOf(options, kind), ...inUse])}`)
  }
  switch (operation.op) {
    case 'rename':
      return rename(options, operation, name, isListed)
    case 'move':
      // A tag of prospects that is not listed is added.
      if (!isListed) rejectFull(options, kind)
      return { options: move(options, operation, name) }
    case 'update':
      return update(options, operation, name)
    case 'remove':
      return remove(options, operation, name, inUse)
  }
}

function rejectOtherFields(operation: OptionOperation): void {
  const { op, kind, ...fields } = operation
  if (op === 'update' && kind !== 'stage' && kind !== 'attribute') {
    throw new OperationError('op', `must be one of add, rename, move, remove for a ${kind}`)
  }
  const allowed = fieldsOf(operation)
  const other = Object.keys(fields).find((field) => !allowed.includes(field))
  if (other) throw new OperationError(other, `is not a field of ${op} ${kind}: its fields are ${allowed.join(', ')}`)
}

function add(options: StoredOptions, operation: OptionOperation): StoredOptions {
  const { kind, position } = operation
  const entries = entriesOf(options, kind)
  rejectFull(options, kind)
  const entry = newEntry(operation)
  rejectTaken(options, kind, nameOf(entry), kind === 'attribute' && operation.key !== undefined ? 'key' : 'name')
  const at = placeOf(kind, position ?? entries.length + 1, entries.length + 1)
  return withEntries(options, kind, entries.toSpliced(at, 0, entry))
}

function rejectFull(options: StoredOptions, kind: OptionKind): void {
  const { max, of } = lists[kind]
  if (entriesOf(options, kind).length >= max) throw new OperationError('kind', `has at most ${max} ${of} already`)
}

function newEntry(operation: OptionOperation): Entry {
  const { kind, category = 'open' } = operation
  if (kind === 'attribute') return newAttribute(operation)
  const name = operation.name?.trim()
  if (!name) throw new OperationError('name', 'is required')
  return kind === 'stage' ? { name, category } : name
}

// A body with the field __proto__ is a 400, so no prospect could have that attribute.
const keyPattern = /^(?!__proto__$)[A-Za-z0-9_]{1,64}$/
const keyRule = 'must have 1 to 64 letters, digits and _, and not be __proto__'

function newAttribute({ name, key = name, label = name, type, options = [] }: OptionOperation): ProspectAttribute {
  if (!key) throw new OperationError('key', 'is required')
  if (!keyPattern.test(key)) throw new OperationError('key', keyRule)
  if (!type) throw new OperationError('type', 'is required')
  const attribute = { key, label: label ?? key, type, options }
  checkChoices(attribute)
  return attribute
}

function checkChoices(attribute: ProspectAttribute): void {
  const { type, options = [] } = attribute
  if (hasOptions(attribute) && options.length === 0) {
    throw new OperationError('options', `must have at least one option for a ${type}`)
  }
  if (!hasOptions(attribute) && options.length > 0) {
    throw new OperationError('options', `must be left out or empty for a ${type}`)
  }
}

function rejectTaken(options: StoredOptions, kind: OptionKind, name: string, field: string): void {
  if (namesOf(options, kind).includes(name)) {
    throw new OperationError(
      field,
      `must not be ${name}: there is a ${kind} with this ${field === 'key' ? 'key' : 'name'}`,
    )
  }
}

/** The index of a position from 1. New stays the first stage. */
function placeOf(kind: OptionKind, position: number, last: number): number {
  const first = kind === 'stage' ? 2 : 1
  if (position >= first && position <= last) return position - 1
  const reason = kind === 'stage' && position === 1 ? `: ${firstStage} is always the first stage` : ''
  throw new OperationError('position', `must be ${first} to ${last}${reason}`)
}

function rejectFirstStage(kind: OptionKind, name: string, verb: string): void {
  if (kind === 'stage' && name === firstStage) {
    throw new OperationError('name', `must be another stage: ${firstStage}, where prospects begin, cannot be ${verb}`)
  }
}

function rename(options: StoredOptions, { kind, to, label }: OptionOperation, from: string, isListed: boolean) {
  rejectFirstStage(kind, from, 'renamed')
  const next = to?.trim()
  if (!next && label === undefined) throw new OperationError('to', 'is required')
  if (kind === 'attribute' && next && !keyPattern.test(next)) throw new OperationError('to', keyRule)
  if (next && next !== from) rejectTaken(options, kind, next, 'to')
  const renamed = (entry: Entry): Entry => {
    if (nameOf(entry) !== from) return entry
    if (typeof entry === 'string') return next ?? entry
    return 'key' in entry
      ? { ...entry, key: next ?? entry.key, label: label ?? entry.label }
      : { ...entry, name: next ?? entry.name }
  }
  const entries = entriesOf(options, kind).map(renamed)
  const change = next && next !== from ? { change: 'rename' as const, kind, from, to: next } : undefined
  return { options: isListed ? withEntries(options, kind, entries) : options, ...(change && { change }) }
}

function move(options: StoredOptions, { kind, position }: OptionOperation, name: string): StoredOptions {
  rejectFirstStage(kind, name, 'moved')
  if (position === undefined) throw new OperationError('position', 'is required')
  const entries = entriesOf(options, kind)
  const moved = entries.find((entry) => nameOf(entry) === name) ?? name
  const others = entries.filter((entry) => entry !== moved)
  return withEntries(options, kind, others.toSpliced(placeOf(kind, position, others.length + 1), 0, moved))
}

function update(options: StoredOptions, operation: OptionOperation, name: string) {
  const { kind, category, label, options: choices } = operation
  if (category === undefined && label === undefined && choices === undefined) {
    throw new OperationError(kind === 'stage' ? 'category' : 'label', 'is required')
  }
  if (kind === 'stage' && name === firstStage && category !== 'open') {
    throw new OperationError('category', `must be open for ${firstStage}, where prospects begin`)
  }
  const before = entriesOf(options, kind).find((entry) => nameOf(entry) === name) as Exclude<Entry, string>
  const after = {
    ...before,
    ...(category && { category }),
    ...(label !== undefined && { label }),
    ...(choices && { options: choices }),
  }
  if ('key' in after) checkChoices(after)
  const entries = entriesOf(options, kind).map((entry) => (entry === before ? after : entry))
  const removed = 'key' in before ? (before.options ?? []).filter((one) => choices && !choices.includes(one)) : []
  const change = { change: 'narrow' as const, kind: 'attribute' as const, from: name, options: removed }
  return { options: withEntries(options, kind, entries), ...(removed.length > 0 && { change }) }
}

function remove(
  options: StoredOptions,
  { kind, replace_with: to }: OptionOperation,
  from: string,
  inUse: readonly string[],
) {
  rejectFirstStage(kind, from, 'removed')
  const entries = entriesOf(options, kind)
  const removed = entries.find((entry) => nameOf(entry) === from)
  const others = entries.filter((entry) => entry !== removed)
  if (to !== undefined && (to === from || !inUse.includes(to))) checkReplacement(kind, removed, others, to)
  return { options: withEntries(options, kind, others), change: { change: 'remove' as const, kind, from, to } }
}

function checkReplacement(kind: OptionKind, removed: Entry | undefined, others: readonly Entry[], to: string): void {
  const replacement = others.find((entry) => nameOf(entry) === to)
  if (!replacement) throw new OperationError('replace_with', `must be one of ${listNames(others.map(nameOf))}`)
  if (kind !== 'attribute') return
  const [from, into] = [removed, replacement] as [ProspectAttribute, ProspectAttribute]
  const hasAll = (from.options ?? []).every((option) => into.options?.includes(option))
  if (from.type !== into.type || (hasOptions(from) && !hasAll)) {
    throw new OperationError(
      'replace_with',
      `must be an attribute of the type ${from.type} that has all of its options`,
    )
  }
}
