import { useEffect, useRef } from 'react'
import { type Draft, removeDraft, writeItem } from './draft.ts'

const saveDelayMs = 300

/**
 * Stores a draft on the device shortly after each change, and immediately when the page is hidden; undefined stores none.
 * Calls `onElsewhere` when another window changes or sends the draft.
 */
export function useDraft(
  name: string,
  draft: Omit<Draft, 'savedAt'> | undefined,
  onElsewhere: (item: StoredItem) => void,
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
  const pending = useRef<PendingSave | undefined>(undefined)
  useEffect(() => {
    if (!draft) return
    const save = () => {
      pending.current = undefined
      writeItem(name, { ...draft, savedAt: Date.now() })
    }
    pending.current = { save, timer: setTimeout(save, saveDelayMs) }
    return () => stop(pending)
  }, [name, draft])
  useEffect(() => {
    const leave = () => pending.current?.save()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [])
  return {
    remove: () => {
      stop(pending)
      removeDraft(name)
    },
    /** Removes the draft, and tells other windows its `sending` id. */
    markSent: (sending: string) => {
      stop(pending)
      writeItem(name, { sent: sending })
      removeDraft(name)
    },
  }
}

interface PendingSave {
  save: () => void
  timer: ReturnType<typeof setTimeout>
}

/** Cancels a pending save, which would restore a removed draft. */
function stop(pending: { current: PendingSave | undefined }): void {
  clearTimeout(pending.current?.timer)
  pending.current = undefined
}

/** What another window has stored: a draft with its id, or the id of a sent draft. */
export interface StoredItem {
  sending?: string
  sent?: string
}

function read(value: string | null): StoredItem {
  try {
    return JSON.parse(value ?? 'null') ?? {}
  } catch {
    return {}
  }
}
