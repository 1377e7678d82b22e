import { useEffect, useRef, useState } from 'react'

/**
 * Keeps one entry of the browser's history for each step on the way, so that the back button of a phone goes one step back and
 * leaves from the first. The page stays what it is: `number` says where people are, counted from 1, and the history
 * follows; where people go by the browser, `goTo` is asked to, and the history follows whatever comes of it. Without
 * a number it is left alone.
 */
export function useHistory(number: number | undefined, goTo: (number: number) => void) {
  /** The entry that the browser shows. */
  const entry = useRef(1)
  /** Going is told of later; until then what comes is our own doing. */
  const isGoing = useRef(false)
  const [arrivals, setArrivals] = useState(0)
  const asked = useRef(goTo)
  useEffect(() => {
    asked.current = goTo
  })

  useEffect(() => {
    // The browser would scroll to where people were on a step that is not shown any more.
    history.scrollRestoration = 'manual'
    entry.current = entryOf(history.state)
    const arrive = ({ state }: PopStateEvent) => {
      entry.current = entryOf(state)
      if (!isGoing.current) asked.current(entry.current)
      isGoing.current = false
      setArrivals((old) => old + 1)
    }
    window.addEventListener('popstate', arrive)
    return () => window.removeEventListener('popstate', arrive)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival may have led nowhere, which is to be put right.
  useEffect(() => {
    if (number === undefined || isGoing.current) return
    if (number < entry.current) {
      isGoing.current = true
      history.go(number - entry.current)
      return
    }
    // The first is the one that was there.
    if (history.state?.step === undefined) history.replaceState({ step: entry.current }, '')
    while (entry.current < number) history.pushState({ step: ++entry.current }, '')
  }, [number, arrivals])
}

const entryOf = (state: { step?: unknown } | null): number => (typeof state?.step === 'number' ? state.step : 1)
