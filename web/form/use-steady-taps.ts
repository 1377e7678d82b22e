import { useEffect, useRef } from 'react'

/** As long as a hasty finger takes for its second tap, and about as far as it strays. */
const [moment, reach] = [500, 40]

interface Tap {
  x: number
  y: number
  at: number
}

/**
 * After a turn something else lies under the finger: a second tap was meant for what was there before, and may neither answer
 * nor send what nobody has read. A tap elsewhere, a key or an answer show that people have seen where they are. The
 * keyboard needs none of this, since it is led away from what was pressed.
 */
export function useSteadyTaps(turn: unknown) {
  const last = useRef<Tap | undefined>(undefined)
  const turned = useRef<Tap | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a new object, which is all that counts.
  useEffect(() => {
    turned.current = last.current && { ...last.current, at: performance.now() }
  }, [turn])
  useEffect(() => {
    const isSecond = ({ clientX, clientY, detail }: MouseEvent): boolean => {
      const before = turned.current
      if (!before || Math.hypot(clientX - before.x, clientY - before.y) > reach) return false
      return detail > 1 || performance.now() - before.at < moment
    }
    const tap = (event: MouseEvent) => {
      const isByKeyboard = event.type === 'click' && event.detail === 0
      if (!isByKeyboard && isSecond(event)) {
        event.preventDefault()
        event.stopPropagation()
      } else if (event.type === 'click') {
        last.current = isByKeyboard ? undefined : { x: event.clientX, y: event.clientY, at: 0 }
        turned.current = undefined
      }
    }
    const goOn = () => {
      turned.current = undefined
    }
    const listen = (how: 'addEventListener' | 'removeEventListener') => {
      for (const name of ['pointerdown', 'click'] as const) document[how](name, tap as EventListener, true)
      for (const name of ['keydown', 'input'] as const) document[how](name, goOn, true)
    }
    listen('addEventListener')
    return () => listen('removeEventListener')
  }, [])
}
