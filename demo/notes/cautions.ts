import type { Random } from '../random.ts'

export interface Caution {
  code: string
  text: string
}

/** A client of notes, with cautions for their care. */
export interface Subject {
  id: number
  first_name: string
  cautions: Caution[]
  /** Soft food and thickened drinks only. */
  isSoft: boolean
  /** May use a walking frame; other clients have none. */
  isUnsteady: boolean
}

const dysphagia = {
  code: 'dysphagia',
  text: 'Dysphagia: soft food, thickened drinks, upright for 30 minutes after meals',
}
const falls = [
  { code: 'falls', text: 'Falls risk: stay within reach on steps and in the bathroom' },
  { code: 'falls', text: 'Falls risk: frame within reach, shoes on before standing' },
]
const allergies = [
  { code: 'allergy', text: 'Allergy: penicillin' },
  { code: 'allergy', text: 'Allergy: nuts; adrenaline pen in the top kitchen drawer' },
  { code: 'allergy', text: 'Allergy: adhesive dressings, use the silicone ones' },
]

/** A client’s cautions are the same in all notes. */
export function subjectOf(random: Random, { id, first_name }: { id: number; first_name: string }): Subject {
  const isSoft = random.chance(0.12)
  const cautions = [
    ...(random.chance(0.4) ? [random.pick(falls)] : []),
    ...(isSoft ? [dysphagia] : []),
    ...(random.chance(0.18) ? [random.pick(allergies)] : []),
  ]
  return { id, first_name, cautions, isSoft, isUnsteady: cautions.some(({ code }) => code === 'falls') }
}
