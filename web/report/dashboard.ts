import type { CardData, CardLine, DashboardPageData } from '../../src/reports/page/page-data.ts'
import { byId, make } from './dom.ts'
import { placeCards } from './grid.ts'
import { makeScrollable } from './scrollable.ts'
import { asOf, show } from './show.ts'

const bodyOf = (card: number): HTMLElement => byId(`card-${card}`).querySelector<HTMLElement>('.body')!

/** Arranges the cards and fills each as soon as its results arrive. */
export function showDashboard({ cards, outcomes }: DashboardPageData) {
  placeCards(cards)
  for (const text of document.querySelectorAll<HTMLElement>('.text')) makeScrollable(text)

  const waiting = new Map<number, NonNullable<CardData['insight']>>()
  for (const { id, insight } of cards) if (insight) waiting.set(id, insight)
  if (waiting.size === 0) return
  let hasTime = false
  const take = ({ card, ...outcome }: CardLine) => {
    const insight = waiting.get(card)
    if (!insight) return
    waiting.delete(card)
    show(bodyOf(card), { ...insight, outcome, isCard: true })
    if (hasTime || !('results' in outcome)) return
    byId('facts').lastElementChild!.textContent = asOf(outcome.results)
    hasTime = true
  }
  const takeLine = (line: string) => {
    try {
      take(JSON.parse(line) as CardLine)
    } catch (error) {
      // A line that makes no sense does not keep the others from being shown.
      console.error(error)
    }
  }
  const load = () =>
    eachLine(outcomes, takeLine)
      .catch(() => {})
      .then(() => waiting.size > 0 && offerRetry(load))
  load()
}

async function eachLine(address: string, take: (line: string) => void) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(String(response.status))
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) take(line)
  }
}

/** Some results did not arrive: the connection broke, or the link has expired. */
function offerRetry(load: () => void) {
  const button = make('button', { type: 'button' }, 'Try again')
  const notice = make('div', { class: 'notice', role: 'alert' }, make('p', {}, 'Some figures did not arrive.'), button)
  button.addEventListener('click', () => {
    notice.remove()
    load()
  })
  document.querySelector('.head')!.after(notice)
}
