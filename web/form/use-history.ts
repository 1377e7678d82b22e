import { useEffect, useRef, useState } from 'react'

/**
 * Has one entry in the browser's history for each step of the path, so that the back button goes one step back, and leaves
 * the page from the first. The history follows `number`, the current step counted from 1. When the user navigates by the
 * browser, `goTo` is called, and the history follows its result. Without a number the history is not changed.
 */
export function useHistory(number: number | undefined, goTo: (number: number) => void) {
  /** The entry that the browser shows. */
  const entry = useRef(1)
  /** The event of `history.go` comes later; until then the navigation is our own. */
  const isGoing = useRef(false)
  const [arrivals, setArrivals] = useState(0)
  const latestGoTo = useRef(goTo)
  useEffect(() => {
    latestGoTo.current = goTo
  })

  useEffect(() => {
    // The browser would restore the scroll position of a step that is not displayed any more.
    history.scrollRestoration = 'manual'
    entry.current = entryOf(history.state)
    const arrive = ({ state }: PopStateEvent) => {
      entry.current = entryOf(state)
      if (!isGoing.current) latestGoTo.current(entry.current)
      isGoing.current = false
      setArrivals((old) => old + 1)
    }
    window.addEventListener('popstate', arrive)
    return () => window.removeEventListener('popstate', arrive)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `goTo` may have changed nothing; then the history is corrected.
  useEffect(() => {
    if (number === undefined || isGoing.current) return
    if (number < entry.current) {
      isGoing.current = true
      history.go(number - entry.current)
      return
    }
    // The first step uses the existing entry.
    if (history.state?.step === undefined) history.replaceState({ step: entry.current }, '')
    while (entry.current < number) history.pushState({ step: ++entry.current }, '')
  }, [number, arrivals])
}

const entryOf = (state: { step?: unknown } | null): number => (typeof state?.step === 'number' ? state.step : 1)
