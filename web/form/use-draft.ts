import { useEffect, useRef } from 'react'
import { type Draft, removeDraft, writeItem } from './draft.ts'

const pause = 300

/**
 * Keeps a draft on the device a moment after each change, and at once when the page goes away; undefined keeps none. Tells when
 * another window has changed it, or has sent it under a name.
 */
export function useDraft(
  name: string,
  draft: Omit<Draft, 'savedAt'> | undefined,
  onElsewhere: (written: Written) => void,
) {
  const elsewhere = useRef(onElsewhere)
  useEffect(() => {
    elsewhere.current = onElsewhere
  })
  useEffect(() => {
    const notice = ({ key, newValue }: StorageEvent) => key === name && elsewhere.current(read(newValue))
    window.addEventListener('storage', notice)
    return () => window.removeEventListener('storage', notice)
  }, [name])
  const waiting = useRef<Waiting | undefined>(undefined)
  useEffect(() => {
    if (!draft) return
    const save = () => {
      waiting.current = undefined
      writeItem(name, { ...draft, savedAt: Date.now() })
    }
    waiting.current = { save, timer: setTimeout(save, pause) }
    return () => stop(waiting)
  }, [name, draft])
  useEffect(() => {
    const leave = () => waiting.current?.save()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [])
  return {
    forget: () => {
      stop(waiting)
      removeDraft(name)
    },
    /** Forgets it, and lets other windows know the name it was sent under. */
    tellSent: (sending: string) => {
      stop(waiting)
      writeItem(name, { sent: sending })
      removeDraft(name)
    },
  }
}

interface Waiting {
  save: () => void
  timer: ReturnType<typeof setTimeout>
}

/** What waits to be saved would otherwise write back what was forgotten. */
function stop(waiting: { current: Waiting | undefined }): void {
  clearTimeout(waiting.current?.timer)
  waiting.current = undefined
}

/** What another window has written: a draft under its name, or the name under which it was sent. */
export interface Written {
  sending?: string
  sent?: string
}

function read(value: string | null): Written {
  try {
    return JSON.parse(value ?? 'null') ?? {}
  } catch {
    return {}
  }
}
