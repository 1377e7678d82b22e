import { useEffect, useRef } from 'react'
import { type Draft, removeDraft, writeDraft } from './draft.ts'

const pause = 300

/**
 * Keeps a draft on the device a moment after each change, and at once when the page goes away; undefined keeps none. Tells when
 * another window has changed it.
 */
export function useDraft(name: string, draft: Omit<Draft, 'savedAt'> | undefined, onElsewhere: () => void) {
  const elsewhere = useRef(onElsewhere)
  useEffect(() => {
    elsewhere.current = onElsewhere
  })
  useEffect(() => {
    const notice = ({ key }: StorageEvent) => key === name && elsewhere.current()
    window.addEventListener('storage', notice)
    return () => window.removeEventListener('storage', notice)
  }, [name])
  const waiting = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    if (!draft) return
    const save = () => {
      waiting.current = undefined
      writeDraft(name, { ...draft, savedAt: Date.now() })
    }
    waiting.current = save
    const timer = setTimeout(save, pause)
    return () => {
      clearTimeout(timer)
      waiting.current = undefined
    }
  }, [name, draft])
  useEffect(() => {
    const leave = () => waiting.current?.()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [])
  return () => removeDraft(name)
}
