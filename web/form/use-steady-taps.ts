import { useEffect, useRef } from 'react'

/** Maximum time in ms and distance in px of the second tap of a double tap. */
const [doubleTapMs, doubleTapPixels] = [500, 40]

interface Tap {
  x: number
  y: number
  at: number
}

/**
 * After a transition another element is under the finger. Ignores the second tap of a double tap there, which must not answer
 * or send an unread step. A tap elsewhere, a key or an input ends this. Keyboard clicks are never ignored, because the
 * focus moves with each transition.
 */
export function useSteadyTaps(transition: unknown) {
  const last = useRef<Tap | undefined>(undefined)
  const afterTransition = useRef<Tap | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each transition is a new object.
  useEffect(() => {
    afterTransition.current = last.current && { ...last.current, at: performance.now() }
  }, [transition])
  useEffect(() => {
    const isSecond = ({ clientX, clientY, detail }: MouseEvent): boolean => {
      const before = afterTransition.current
      if (!before || Math.hypot(clientX - before.x, clientY - before.y) > doubleTapPixels) return false
      return detail > 1 || performance.now() - before.at < doubleTapMs
    }
    const tap = (event: MouseEvent) => {
      const isByKeyboard = event.type === 'click' && event.detail === 0
      if (!isByKeyboard && isSecond(event)) {
        event.preventDefault()
        event.stopPropagation()
      } else if (event.type === 'click') {
        last.current = isByKeyboard ? undefined : { x: event.clientX, y: event.clientY, at: 0 }
        afterTransition.current = undefined
      }
    }
    const goOn = () => {
      afterTransition.current = undefined
    }
    const listen = (how: 'addEventListener' | 'removeEventListener') => {
      for (const name of ['pointerdown', 'click'] as const) document[how](name, tap as EventListener, true)
      for (const name of ['keydown', 'input'] as const) document[how](name, goOn, true)
    }
    listen('addEventListener')
    return () => listen('removeEventListener')
  }, [])
}
